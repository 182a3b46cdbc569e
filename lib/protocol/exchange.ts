import { z } from 'zod';

/** One request to a model's server and what came back, as they went over the wire. Headers, and keys with them, are left out. */
const WireExchangeSchema = z.object({
  /** Whose form it is in. */
  wire: z.enum(['anthropic', 'openai']),
  /** Without what a query or a user name may hold. */
  url: z.string(),
  /** The body that was posted. */
  request: z.string(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** Left out where no answer came. */
  status: z.number().int().exactOptional(),
  /** The body of the answer, once it has ended or was broken off. */
  response: z.string().exactOptional(),
  endedAt: z.number().exactOptional(),
  /** The end of a body that was too long was not kept. */
  cut: z.boolean(),
});
export type WireExchange = z.infer<typeof WireExchangeSchema>;

/** An exchange of a thread. */
const ExchangeSchema = WireExchangeSchema.extend({ runId: z.string() });
export type Exchange = z.infer<typeof ExchangeSchema>;

/** What `GET /api/threads/:id/exchanges` answers: those that the server still has, oldest first. */
export const ExchangesAnswerSchema = z.object({ exchanges: z.array(ExchangeSchema) });
