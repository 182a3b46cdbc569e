import { z } from 'zod';

/** `reason` of the interrupt that ends a run if a person plays the model. The answer, a `WrittenTurn`, comes with `resume`. */
export const YOUR_TURN = 'toolyard:your-turn';

/** A model turn that a person wrote. Names and arguments are passed on unchanged, right or wrong. */
export const WrittenTurnSchema = z.strictObject({
  text: z.string().max(200_000).default(''),
  calls: z
    .array(z.strictObject({ name: z.string().max(200), arguments: z.string().max(1_000_000).describe('JSON text') }))
    .max(50)
    .default([]),
});
export type WrittenTurn = z.infer<typeof WrittenTurnSchema>;

/** The request to the model, in the interrupt's `metadata.toolyard`. */
export const TurnRequestSchema = z.object({
  system: z.string(),
  /** Names of the tools whose schemas it is shown, in order. */
  tools: z.array(z.string()),
  /** What came since it last spoke: a person's messages and results, as the model reads them. */
  news: z.array(z.object({ from: z.string(), text: z.string() })),
});
export type TurnRequest = z.infer<typeof TurnRequestSchema>;
