import { z } from 'zod';

/** One fault in a call's arguments, in a form both a model and a person can act on. */
export const ValidationIssueSchema = z.object({
  /** Where: `$`, `$.file_path`, `$.items[2].name`. */
  path: z.string(),
  /** What was wanted, in a closed grammar: `string`, `present`, `absent`, `enum[A,B]`, `length >= 3`, `>= 1`, … */
  expected: z.string(),
  /** What came, shortened to 60 characters; `nothing` when the field is missing. */
  received: z.string(),
  /** How to mend it, as a sentence for the model. */
  message: z.string(),
});
export type ValidationIssue = z.infer<typeof ValidationIssueSchema>;
