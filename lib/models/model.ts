import type { Message, Tool } from '@ag-ui/core';
import { keySlot, type AgentOptions } from '@/lib/protocol';

/** The agent loop's request to a model: one turn. */
export interface ModelRequest {
  system: string;
  /** The folded conversation as AG-UI messages; every tool call in it has its tool message. */
  messages: readonly Message[];
  tools: readonly Tool[];
  /** All tools of the thread, shown or not; for a model that plays a script. */
  pool?: readonly Tool[];
  /** Names of tools that the provider should defer until its own search finds them. */
  deferred?: readonly string[];
  /** Whether the provider should constrain the model's output to the tools' schemas, if it can. */
  strict?: boolean;
  /** Most output tokens of this turn. */
  maxTokens: number;
  signal: AbortSignal;
  /** Awaited between two steps of long work. Without it all is done in one go. */
  pause?: () => Promise<void>;
  /** Number of this attempt at the turn; 1 if omitted. */
  attempt?: number;
}

export const STOP_REASONS = ['end', 'tool_calls', 'max_tokens', 'refusal', 'pause', 'context_exceeded'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

export interface Usage {
  /** All input, cached or not. */
  inputTokens: number;
  outputTokens: number;
  /** Input that was read from the provider's cache. */
  cachedInputTokens: number;
  /** Input that was written to the cache, which some providers charge for. */
  cacheWriteTokens?: number;
}

/**
 * What a model says, as it says it. Ids are unique within the turn. `usage` reports figures known before the end, if any.
 * `stop` comes last, exactly once.
 */
export type ModelEvent =
  | { type: 'text'; delta: string }
  | { type: 'reasoning'; delta: string }
  /** A thought has ended. `sealed`: data that the provider wants back with it. */
  | { type: 'reasoning-end'; sealed?: string }
  | { type: 'call-start'; id: string; name: string }
  | { type: 'call-args'; id: string; delta: string }
  /** Data that the provider wants back with a call; sent after the call has begun. */
  | { type: 'call-sealed'; id: string; sealed: string }
  | { type: 'call-end'; id: string }
  | { type: 'usage'; usage: Usage }
  /** Something about the turn that a person should know, such as a call that was read from text. */
  | { type: 'notice'; code: string; message: string }
  /** `detail`: the reason in the provider's words, if it gives one. */
  | { type: 'stop'; reason: StopReason; usage: Usage; detail?: string };

/** A model's reply in pieces, as they arrive: one piece often completes several events. `stop` is the last one of its piece. */
export type ModelReply = AsyncIterable<readonly ModelEvent[]>;

/** A model port adapter. `turn` throws `ModelError`, possibly in mid-stream. */
export interface Model {
  /** The provider's name of the model, for display and for prices. */
  readonly name: string;
  turn(request: ModelRequest): ModelReply;
}

/**
 * A reply with others in place of each of its events. `broken`: what is said before an error of the reply is thrown. Not a
 * generator, which costs several promises more for each piece.
 */
export const mapReply = (
  reply: ModelReply,
  map: (event: ModelEvent) => readonly ModelEvent[],
  broken: () => readonly ModelEvent[] = () => [],
): ModelReply => ({
  [Symbol.asyncIterator]() {
    const inner = reply[Symbol.asyncIterator]();
    let next = (): Promise<IteratorResult<readonly ModelEvent[]>> => inner.next().then(mapped, failed);
    const mapped = (piece: IteratorResult<readonly ModelEvent[]>): typeof piece | Promise<never> => {
      if (piece.done) return piece;
      try {
        return { done: false, value: piece.value.flatMap(map) };
      } catch (error) {
        return endedBy(error);
      }
    };
    /** Whoever gets an error does not end what it reads. */
    const endedBy = async (error: unknown): Promise<never> => {
      await inner.return?.();
      throw error;
    };
    const failed = (error: unknown): IteratorResult<readonly ModelEvent[]> => {
      const value = broken();
      if (value.length === 0) throw error;
      next = async () => {
        throw error;
      };
      return { done: false, value };
    };
    return {
      next: () => next(),
      return: async () => ({ done: true, value: await inner.return?.() }),
    };
  },
});

export type ModelErrorCode =
  | 'KEY_REQUIRED'
  | 'KEY_REFUSED'
  | 'BAD_REQUEST'
  | 'BAD_ANSWER'
  | 'ADDRESS_REFUSED'
  | 'QUOTA_EXCEEDED'
  | 'CONTEXT_EXCEEDED'
  | 'RATE_LIMITED'
  | 'OVERLOADED'
  | 'SERVER_ERROR'
  | 'NETWORK_ERROR'
  | 'STREAM_BROKEN'
  | 'UNKNOWN_MODEL'
  | 'UNKNOWN_SCENARIO'
  | 'NO_CASSETTE'
  | 'CASSETTE_OVER';

export class ModelError extends Error {
  override name = 'ModelError';
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    /** Whether the same request may succeed later, and after how many milliseconds if the provider said so. */
    readonly retry: { afterMs?: number } | false = false,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Thrown by a model whose turn a person has yet to write. The run ends and waits; nothing is kept in memory. */
export class TurnAwaited extends Error {
  override name = 'TurnAwaited';
  constructor(readonly request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>) {
    super('The turn is still to be written.');
  }
}

/** Credentials that arrive with one request, keyed by `keySlot`; never stored or logged. */
export interface Secrets {
  /** Keys typed in the page. */
  typed?: Readonly<Record<string, string>>;
  /** Headers set in the page. */
  headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The server's own keys, if this request may use them; their use counts against the server's budgets. */
  own?: Readonly<Record<string, string>>;
}

/** The key for the chosen model; a typed key takes precedence. */
export function keyFor(
  options: Pick<AgentOptions, 'model' | 'baseURL'>,
  { typed = {}, own = {} }: Secrets,
): { key: string; own: boolean } | undefined {
  const slot = keySlot(options);
  if (slot === undefined) return undefined;
  const key = find(typed, slot);
  if (key) return { key, own: false };
  const ours = find(own, slot);
  return ours ? { key: ours, own: true } : undefined;
}

/** The headers that a person set for the chosen model; none if the server's own key is used. */
export function headersFor(
  options: Pick<AgentOptions, 'model' | 'baseURL'>,
  secrets: Secrets,
): Readonly<Record<string, string>> {
  const slot = keySlot(options);
  const headers = slot === undefined ? undefined : find(secrets.headers ?? {}, slot);
  return headers === undefined || keyFor(options, secrets)?.own === true ? {} : headers;
}

const find = <T>(kept: Readonly<Record<string, T>>, slot: string): T | undefined =>
  Object.hasOwn(kept, slot) ? kept[slot] : undefined;
