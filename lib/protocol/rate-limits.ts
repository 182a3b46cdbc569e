import { z } from 'zod';

/** Calls in one window, and its length, unless a person set other figures. */
export const DEFAULT_RATE = { calls: 30, windowSeconds: 60 } as const;

/** How many calls of one tool may be made in a window of time: a token bucket each, as large as a window's calls. */
export const RateLimitsSchema = z.object({
  /** Calls of any tool that has no figure of its own. */
  calls: z.number().int().min(1).max(10_000),
  /** Left out: a minute. */
  windowSeconds: z.number().int().min(1).max(3600).optional(),
  /** Calls by tool name. */
  tools: z.record(z.string(), z.number().int().min(1).max(10_000)),
});
export type RateLimits = z.infer<typeof RateLimitsSchema>;
