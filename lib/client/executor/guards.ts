import type { CodeRunner } from '@/lib/ports';
import { RESULT_TEXT_LIMIT, type Hook, type RateLimits } from '@/lib/protocol';
import { createHookRunner, type HookRunner } from '@/lib/tools/hooks';
import { createRateLimiter, type RateLimiter } from '@/lib/tools/rate-limit';

/** What guards are made of; asked anew for each call. */
export interface GuardOptions {
  hooks: () => readonly Hook[];
  limits: () => RateLimits;
  codeRunner: CodeRunner;
}

/** What stands around every call of a client, whichever thread it belongs to. */
export interface Guards {
  readonly hooks: HookRunner;
  readonly limiter: RateLimiter;
  /** Bytes of text of a result. */
  readonly maxTextBytes: number;
}

/** Room for what is added to a result after it was cut: a retry hint. */
const ADDED_BYTES = 1024;

export const createGuards = ({ hooks, limits, codeRunner }: GuardOptions): Guards => ({
  hooks: createHookRunner({ hooks, codeRunner }),
  limiter: createRateLimiter({ limits }),
  // What can be posted, so that a result is cut once and says so once.
  maxTextBytes: RESULT_TEXT_LIMIT - ADDED_BYTES,
});
