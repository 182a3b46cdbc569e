import { z } from 'zod';

/** `reason` of the interrupt that ends a run where a person is the model. The answer, a `WrittenTurn`, comes with `resume`. */
export const YOUR_TURN = 'toolyard:your-turn';

/** A turn of the model as a person writes it. Names and arguments are sent on as they are, right or wrong. */
export const WrittenTurnSchema = z.strictObject({
  text: z.string().max(200_000).default(''),
  calls: z
    .array(z.strictObject({ name: z.string().max(200), arguments: z.string().max(1_000_000).describe('JSON text') }))
    .max(50)
    .default([]),
});
export type WrittenTurn = z.infer<typeof WrittenTurnSchema>;

/** What the model is asked with, in the interrupt's `metadata.toolyard`. */
export const TurnRequestSchema = z.object({
  system: z.string(),
  /** Names of the tools whose forms it is shown, in their order. */
  tools: z.array(z.string()),
  /** What came since it last spoke: words of a person and results, as it reads them. */
  news: z.array(z.object({ from: z.string(), text: z.string() })),
});
export type TurnRequest = z.infer<typeof TurnRequestSchema>;
