import type { Denial } from '@/lib/protocol';

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

/** What becomes of a call. */
export type Verdict =
  | { readonly behavior: 'allow'; /** With this input instead, which is valid. */ readonly input?: unknown }
  | { readonly behavior: 'deny'; readonly denial: Denial }
  | { readonly behavior: 'ask'; readonly reason: string };

/** One check of the permission step, and what it said of a call. The last one with a verdict decided. */
export interface PermissionCheck {
  readonly check: string;
  readonly verdict: 'allow' | 'deny' | 'ask' | 'none';
  /** The rule that matched, where one did. */
  readonly rule?: string;
  readonly note: string;
}
