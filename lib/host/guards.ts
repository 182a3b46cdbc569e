import type { GuestRunner } from '@/lib/ports';
import type { Hook, RateLimits } from '@/lib/protocol';
import { createHookRunner, type HookRunner } from '@/lib/tools/hooks';
import { createRateLimiter, type RateLimiter } from '@/lib/tools/rate-limit';

/** What guards are made of; asked anew for each call. */
export interface GuardOptions {
  hooks: () => readonly Hook[];
  limits: () => RateLimits;
  guest: GuestRunner;
}

/** What stands around every call of a host, whichever thread it belongs to. */
export interface Guards {
  readonly hooks: HookRunner;
  readonly limiter: RateLimiter;
}

export const createGuards = ({ hooks, limits, guest }: GuardOptions): Guards => ({
  hooks: createHookRunner({ hooks, guest }),
  limiter: createRateLimiter({ limits }),
});
