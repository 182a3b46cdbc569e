import type { Language } from '@/lib/protocol';
import type { GuardStep } from './step';

/** One way for an agent to go round in circles. */
export interface LoopPattern {
  /** Stable: it names the guard in the log. */
  readonly id: string;
  /** The steps at the end that form the pattern, of which it takes `patience` times the usual count; undefined where they do not. */
  find(steps: readonly GuardStep[], patience: number): readonly GuardStep[] | undefined;
  /** What is wrong, as the beginning of a sentence about the agent; and what to do instead, for the agent. */
  describe(found: readonly GuardStep[]): Readonly<Record<Language, { what: string; advice: string }>>;
}

/** The last `count` of the steps, if there are as many. */
export const patternTail = (steps: readonly GuardStep[], count: number): readonly GuardStep[] | undefined =>
  steps.length < count ? undefined : steps.slice(-count);

/** The steps at the end for which this holds, without a gap. */
export function tailWhile(steps: readonly GuardStep[], holds: (step: GuardStep) => boolean): readonly GuardStep[] {
  const before = steps.findLastIndex((step) => !holds(step));
  return steps.slice(before + 1);
}
