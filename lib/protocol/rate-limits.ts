import { z } from 'zod';

/** Calls a minute unless a person set another figure. */
export const CALLS_PER_MINUTE = 30;

/** How many calls of one tool may be made: a token bucket each, as large as a minute's calls. */
export const RateLimitsSchema = z.object({
  /** Calls a minute of any tool that has no figure of its own. */
  perMinute: z.number().int().min(1).max(10_000),
  /** Calls a minute by tool name. */
  tools: z.record(z.string(), z.number().int().min(1).max(10_000)),
});
export type RateLimits = z.infer<typeof RateLimitsSchema>;
