import { z } from 'zod';

/** Default number of calls per window, and its length. */
export const DEFAULT_RATE = { calls: 30, windowSeconds: 60 } as const;

/** How many calls each tool may make in a window of time: one token bucket per tool, as large as a window's calls. */
export const RateLimitsSchema = z.object({
  /** Calls of any tool that has no limit of its own. */
  calls: z.number().int().min(1).max(10_000),
  /** Default: 60. */
  windowSeconds: z.number().int().min(1).max(3600).optional(),
  /** Calls by tool name. */
  tools: z.record(z.string(), z.number().int().min(1).max(10_000)),
});
export type RateLimits = z.infer<typeof RateLimitsSchema>;
