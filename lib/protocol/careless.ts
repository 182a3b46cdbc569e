import { z } from 'zod';

/** How the careless model errs. The kinds are those of ToolScan (Kokane et al., https://arxiv.org/abs/2411.13547). */
export const SlipKindSchema = z.enum([
  'misspelt-field',
  'invented-field',
  'missing-field',
  'wrong-type',
  'number-as-text',
  'cut-json',
  'wrong-name',
]);
export type SlipKind = z.infer<typeof SlipKindSchema>;

/** What the careless model errs with. */
export const CarelessSchema = z.strictObject({
  /** The same seed errs in the same places. Default: 1. */
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
  /** How often a call gets each kind of slip, from 0 to 1. */
  rates: z.partialRecord(SlipKindSchema, z.number().min(0).max(1)).optional(),
});
export type Careless = z.infer<typeof CarelessSchema>;

/** ToolScan's figures differ from model to model, so that no kind is more likely than another where nobody chose. */
export const CARELESS_RATE = 0.1;
