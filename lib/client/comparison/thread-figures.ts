import type { ReadThread } from './read-thread';

/** A thread's figures. */
export interface ThreadFigures {
  /** How often a model was asked. */
  turns: number;
  calls: number;
  /** Calls whose arguments did not fit. */
  invalid: number;
  denied: number;
  /** Calls that ran and failed, or were stopped. */
  failed: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; 0 where nothing is paid, or no price is known. */
  cost: number;
  /** Milliseconds that runs took, without the time between them. */
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
