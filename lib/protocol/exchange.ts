import { z } from 'zod';

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
});
export type WireExchange = z.infer<typeof WireExchangeSchema>;

/** An exchange of a thread. */
const ExchangeSchema = WireExchangeSchema.extend({ runId: z.string() });
export type Exchange = z.infer<typeof ExchangeSchema>;

/** Response of `GET /api/threads/:id/exchanges`: the exchanges that the server still has, oldest first. */
export const ExchangesAnswerSchema = z.object({ exchanges: z.array(ExchangeSchema) });
