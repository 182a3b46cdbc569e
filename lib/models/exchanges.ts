import type { WireExchange } from '@/lib/protocol';
import { listened } from './listened';
import { leavingOut } from './secrets';

/** Most characters kept of one body. */
const MOST = 2 * 1024 * 1024;
/** How many more are read, so that a secret at the end is left out as a whole. */
const BESIDE = 10_000;

/** Takes requests and their replies. */
export interface ExchangeSink {
  now(): number;
  /** Takes an exchange as it begins; its reply is added to it later. */
  add(exchange: WireExchange): void;
}

interface Asking {
  wire: WireExchange['wire'];
  /** Keys and header values to mask, since a server may quote them. */
  secrets: readonly string[];
  /** How many messages of the conversation the request leaves out. */
  leftOut?: number;
}

/** The same `fetch`, which hands each request and its reply on, without headers and secrets. */
export function captureExchanges(
  { wire, secrets, leftOut = 0 }: Asking,
  { now, add }: ExchangeSink,
  inner?: typeof fetch,
): typeof fetch {
  const leave = leavingOut(secrets);
  const safe = (text: string): string => leave(text.slice(0, MOST + BESIDE)).slice(0, MOST);
  return listened((url, init) => {
    const { origin, pathname } = new URL(url);
    const body = typeof init?.body === 'string' ? init.body : '';
    const request = safe(body);
    const cut = body.length > MOST;
    const exchange: WireExchange = {
      wire,
      url: safe(origin + pathname),
      request,
      startedAt: now(),
      cut,
      ...(leftOut > 0 && { leftOut }),
    };
    add(exchange);
    let pieces: string[] = [];
    let length = 0;
    return {
      answered: ({ status }) => {
        exchange.status = status;
      },
      text: (piece) => {
        const room = MOST + BESIDE - length;
        length += piece.length;
        if (room > 0) pieces.push(piece.slice(0, room));
      },
      ended: () => {
        if (exchange.endedAt !== undefined) return;
        exchange.endedAt = now();
        exchange.cut ||= length > MOST;
        if (exchange.status !== undefined) exchange.response = safe(pieces.join(''));
        pieces = [];
      },
    };
  }, inner);
}
