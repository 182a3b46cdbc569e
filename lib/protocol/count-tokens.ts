import { z } from 'zod';

/** Body of `POST /api/services/count-tokens`: what is to be counted, as the provider would get it. */
export const CountTokensRequestSchema = z.strictObject({
  /** The provider's name for the model. Default: its cheapest. */
  modelName: z.string().max(200).optional(),
  text: z.string().max(1_000_000).optional(),
  /** AG-UI tools. The first one also adds the provider's own instructions about tools. */
  tools: z
    .array(
      z.looseObject({
        name: z.string().min(1),
        description: z.string(),
        parameters: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .max(500)
    .optional(),
});
export type CountTokensRequest = z.infer<typeof CountTokensRequestSchema>;

export const CountTokensAnswerSchema = z.object({ tokens: z.number().int(), modelName: z.string() });
export type CountTokensAnswer = z.infer<typeof CountTokensAnswerSchema>;
