import type { Message, Tool } from '@ag-ui/core';

/** What the agent loop asks a model for: one turn. */
export interface ModelRequest {
  system: string;
  /** The folded conversation, AG-UI messages; every tool call in it has its tool message. */
  messages: readonly Message[];
  tools: readonly Tool[];
  /** All there are, shown or not: for a model that plays a script. */
  pool?: readonly Tool[];
  /** Names of those tools whose form the provider is to keep back until its own search finds them. */
  deferred?: readonly string[];
  /** Whether the provider is to hold the model to the tools' schemas while it writes, where it can. */
  strict?: boolean;
  /** Most output tokens of this turn. */
  maxTokens: number;
  signal: AbortSignal;
  /** Which attempt at this turn this is, from 1; taken as 1 where left out. */
  attempt?: number;
}

export const STOP_REASONS = ['end', 'tool_calls', 'max_tokens', 'refusal', 'pause', 'context_exceeded'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

export interface Usage {
  /** All input, cached or not. */
  inputTokens: number;
  outputTokens: number;
  /** The part of the input that was read from the provider's cache. */
  cachedInputTokens: number;
  /** The part of the input that was written to the cache, which some providers charge for. */
  cacheWriteTokens?: number;
}

/**
 * What a model says, as it says it. Ids are unique within the turn's thread. `usage` is what is known so far, where anything
 * is known before the end. `stop` comes last and exactly once.
 */
export type ModelEvent =
  | { type: 'text'; delta: string }
  | { type: 'reasoning'; delta: string }
  /** A thought is over. `sealed`: what the provider wants back with it. */
  | { type: 'reasoning-end'; sealed?: string }
  | { type: 'call-start'; id: string; name: string }
  | { type: 'call-args'; id: string; delta: string }
  /** What the provider wants back with a call, once it has begun. */
  | { type: 'call-sealed'; id: string; sealed: string }
  | { type: 'call-end'; id: string }
  | { type: 'usage'; usage: Usage }
  /** Something about the turn that a person should know, such as a call that was read from text. */
  | { type: 'notice'; code: string; message: string }
  /** `detail`: why, in the provider's words, where it gives some. */
  | { type: 'stop'; reason: StopReason; usage: Usage; detail?: string };

/** A model port adapter. `turn` throws `ModelError`, also in mid stream. */
export interface Model {
  /** Provider's name of the model, for people and for prices. */
  readonly name: string;
  turn(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/** A call's id, or the next one like it that nobody has taken: some models count from nought in every turn. */
export function unusedId(id: string, taken: (id: string) => boolean): string {
  let unused = id;
  for (let copy = 2; taken(unused); copy += 1) unused = `${id}~${copy}`;
  return unused;
}

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
    /** Whether the same request may succeed later, and when the provider said so, milliseconds. */
    readonly retry: { afterMs?: number } | false = false,
    readonly status?: number,
  ) {
    super(message);
  }
}
