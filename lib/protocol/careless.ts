import { z } from 'zod';

/**
 * How the careless model errs. The kinds are those that are published: of arguments, names, formats and repeated calls by ToolScan
 * (Kokane et al., https://arxiv.org/abs/2411.13547), of fields also by Xiong et al. (https://arxiv.org/abs/2507.15296), of wrong
 * functions and wrong counts by the checker of the Berkeley Function Calling Leaderboard
 * (https://gorilla.cs.berkeley.edu/leaderboard.html); edits that match nothing or too much by those who make editing tools
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

/** What the careless model errs with. */
export const CarelessSchema = z.strictObject({
  /** The same seed errs in the same places. Default: 1. */
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
  /** How often a call gets each kind of slip, from 0 to 1. */
  rates: z.partialRecord(SlipKindSchema, z.number().min(0).max(1)).optional(),
});
export type Careless = z.infer<typeof CarelessSchema>;

/**
 * How often each kind is made where nobody chose. An assumption of ours: what is published counts failed tasks of one model on one
 * benchmark, and no rate of slips in a call can be had from that.
 */
export const CARELESS_RATE = 0.1;
