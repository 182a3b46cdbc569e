import { parseAnyJson, type Parsed } from '@/lib/protocol';
import { JsonShape } from '@/lib/protocol/text';
import { readThrough } from './read-through';

/** A response from outside has more bytes than are read, or takes longer. */
export class TooLong extends Error {
  override name = 'TooLong';
  readonly code = 'ANSWER_TOO_LONG';
}

/** Counts the bytes that are read; more of them than `maxBytes` throw `TooLong`. */
export function byteLimit(maxBytes: number): (piece: Uint8Array | undefined) => void {
  let bytes = 0;
  return (piece) => {
    bytes += piece?.byteLength ?? 0;
    if (bytes > maxBytes) throw new TooLong(`The answer has more than ${maxBytes} bytes.`);
  };
}

/** What is deeper or has more values takes seconds to parse, in which nobody else is served. */
const SHAPE = { depth: 200, values: 200_000 };

const misshapen = (over: keyof typeof SHAPE): string =>
  `The answer has more than ${SHAPE[over]} ${over === 'depth' ? 'levels' : 'values'}.`;

/** Measures JSON as it is read; throws `TooLong` where it is too deep, or has too many values, to be parsed. */
function shapeLimit(): (piece: Uint8Array | undefined) => void {
  const shape = new JsonShape(SHAPE);
  return (piece) => {
    const over = piece && shape.take(piece);
    if (over) throw new TooLong(misshapen(over));
  };
}

/** Length up to which parsing takes no time, whatever it is, in characters. */
const SHORT = 100_000;

/** Parses JSON from outside. `tooMuch`: it is not parsed, since it is too deep or has too many values. */
export function parseAnswer(text: string): Parsed<unknown> & { tooMuch?: boolean } {
  const over = text.length > SHORT ? new JsonShape(SHAPE).take(new TextEncoder().encode(text)) : undefined;
  return over ? { ok: false, reason: misshapen(over), tooMuch: true } : parseAnyJson(text);
}

/** A `fetch` for answers in JSON, whose responses end after `maxBytes` or when the signal aborts. */
export const boundedFetch =
  (fetch: typeof globalThis.fetch = globalThis.fetch, maxBytes: number, until: AbortSignal): typeof globalThis.fetch =>
  async (input, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, until]) : until;
    const response = await fetch(input, { ...init, signal });
    if (response.body) {
      readThrough(response.body, () => {
        const limits = [byteLimit(maxBytes), shapeLimit()];
        return { came: (piece) => limits.forEach((limit) => limit(piece)) };
      });
    }
    return response;
  };
