import type { Denial } from '@/lib/protocol';
import type { Verdict } from './verdict';

/** What one check says of a call. Without a verdict it leaves it to the checks after it. */
export interface Ruling {
  readonly verdict?: Verdict;
  /** The rule that matched, where one did. */
  readonly rule?: string;
  /** One line for people. */
  readonly note: string;
}

export const none = (note: string): Ruling => ({ note });

export const allow = (note: string, rule?: string): Ruling => ({
  verdict: { behavior: 'allow' },
  note,
  ...(rule !== undefined && { rule }),
});

export const ask = (reason: string, rule?: string): Ruling => ({
  verdict: { behavior: 'ask', reason },
  note: reason,
  ...(rule !== undefined && { rule }),
});

export const deny = (denial: Denial): Ruling => ({
  verdict: { behavior: 'deny', denial },
  note: denial.reason,
  ...(denial.rule !== undefined && { rule: denial.rule }),
});
