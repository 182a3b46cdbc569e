import { z } from 'zod';

/**
 * How the careless model errs. Only published kinds of error: in arguments, names, formats and repeated calls from ToolScan
 * (Kokane et al., https://arxiv.org/abs/2411.13547); in fields also from Xiong et al. (https://arxiv.org/abs/2507.15296); wrong
 * functions and wrong counts from the checker of the Berkeley Function Calling Leaderboard
 * (https://gorilla.cs.berkeley.edu/leaderboard.html); edits that match nothing or too much from makers of editing tools
 * (https://cline.bot/blog/improving-diff-edits-by-10).
 */
export const SlipKindSchema = z.enum([
  'misspelt-field',
  'invented-field',
  'missing-field',
  'wrong-type',
  'number-as-text',
  'cut-json',
  'wrong-name',
  'wrong-tool',
  'stale-edit',
  'ambiguous-match',
  'too-many-calls',
]);
export type SlipKind = z.infer<typeof SlipKindSchema>;

/** Settings of the careless model. */
export const CarelessSchema = z.strictObject({
  /** The same seed makes the same errors in the same places. Default: 1. */
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
  /** How often a call gets each kind of slip, from 0 to 1. */
  rates: z.partialRecord(SlipKindSchema, z.number().min(0).max(1)).optional(),
});
export type Careless = z.infer<typeof CarelessSchema>;

/**
 * Default rate of each kind. Our own assumption: published figures count the failed tasks of one model on one benchmark, and
 * give no rate of slips per call.
 */
export const CARELESS_RATE = 0.1;
