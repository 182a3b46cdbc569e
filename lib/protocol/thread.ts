import { z } from 'zod';
import { AgentOptionsSchema } from './options';
import { CassetteSchema } from './cassette';

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

/** The body of a request to stop a thread, if it has one. */
export const StopRequestSchema = z.object({
  /** Ids of calls that the client has, and certainly did not run. */
  notRun: z.array(z.string()).optional(),
});

/** The body of every refused request. */
export const ProblemSchema = z.object({
  code: z.string(),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof ProblemSchema>;

/** One request to a model's server and the response, as they went over the wire. Headers, and therefore keys, are left out. */
const WireExchangeSchema = z.object({
  /** The provider whose format it has. */
  wire: z.enum(['anthropic', 'openai']),
  /** Without query and credentials, which may hold secrets. */
  url: z.string(),
  /** The body that was posted. */
  request: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** Left out if no response came. */
  status: z.number().int().exactOptional(),
  /** The body of the response, once it has ended or was broken off. */
  response: z.string().exactOptional(),
  endedAt: z.number().exactOptional(),
  /** Whether a body was too long and its end was dropped. */
  cut: z.boolean(),
  /** How many messages of the conversation the request does not have, where it is not the whole. */
  leftOut: z.number().int().exactOptional(),
});
export type WireExchange = z.infer<typeof WireExchangeSchema>;

/** An exchange of a thread. */
const ExchangeSchema = WireExchangeSchema.extend({ runId: z.string() });
export type Exchange = z.infer<typeof ExchangeSchema>;

/** Response of `GET /api/threads/:id/exchanges`: the exchanges that the server still has, oldest first. */
export const ExchangesAnswerSchema = z.object({ exchanges: z.array(ExchangeSchema) });

/** `RunAgentInput.forwardedProps`. Only `toolyard` is ours: the options, and what applies to one run only. */
export const ForwardedPropsSchema = z.looseObject({
  toolyard: AgentOptionsSchema.extend({
    /** Sent with a thread's first run, which replays it; it is added to the log. */
    cassette: CassetteSchema.optional(),
    /** What other agents of the same conversation have used so far: it also counts against `maxTokens`. */
    tokensBeside: z.number().int().min(0).optional(),
  }).optional(),
});
