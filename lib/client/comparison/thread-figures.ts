import type { ReadThread } from './read-thread';

/** A thread's figures. */
export interface ThreadFigures {
  /** How often a model was called. */
  turns: number;
  calls: number;
  /** Calls with invalid arguments. */
  invalid: number;
  denied: number;
  /** Calls that ran and failed, or were stopped. */
  failed: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; 0 if nothing is paid, or no price is known. */
  cost: number;
  /** Duration of all runs, without the time between them, milliseconds. */
  ms: number;
}

/** The figures of a thread. */
export function figuresOf({ thread, calls }: Pick<ReadThread, 'thread' | 'calls'>): ThreadFigures {
  const { turns, runs } = thread;
  const add = (field: 'inputTokens' | 'outputTokens' | 'cost'): number =>
    turns.reduce((sum, turn) => sum + turn[field], 0);
  const having = (...phases: readonly string[]): number => calls.filter(({ phase }) => phases.includes(phase)).length;
  return {
    turns: turns.length,
    calls: calls.length,
    invalid: having('invalid'),
    denied: having('denied'),
    failed: having('failed', 'aborted'),
    inputTokens: add('inputTokens'),
    outputTokens: add('outputTokens'),
    cost: add('cost'),
    ms: runs.reduce((sum, { startedAt, endedAt }) => sum + Math.max(0, (endedAt ?? 0) - (startedAt ?? 0)), 0),
  };
}
