import { z } from 'zod';
import { AgentOptionsSchema } from './options';

/** Response of `GET /api/threads/:id`. */
export const ThreadSummarySchema = z.object({
  threadId: z.string(),
  /** Sequence number of the last logged event; 0 for an empty thread. */
  lastSeq: z.number().int().nonnegative(),
  /** The run that holds the lease now, if any. */
  live: z.object({ runId: z.string(), expiresAt: z.number() }).nullable(),
  /** Whether the last run never finished and its lease has expired: an empty run would take it over. */
  orphaned: z.boolean(),
  pendingToolCallIds: z.array(z.string()),
  options: AgentOptionsSchema,
});
export type ThreadSummary = z.infer<typeof ThreadSummarySchema>;

/** The body of every refused request. */
export const ProblemSchema = z.object({
  code: z.string(),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof ProblemSchema>;
