import { z } from 'zod';

/** One fault in a call's arguments, in a form that both a model and a person can act on. */
export const ValidationIssueSchema = z.object({
  /** Where: `$`, `$.file_path`, `$.items[2].name`. */
  path: z.string(),
  /** What was expected, in a closed grammar: `string`, `present`, `absent`, `enum[A,B]`, `length >= 3`, `>= 1`, … */
  expected: z.string(),
  /** What was received, shortened to 60 characters; `nothing` if the field is missing. */
  received: z.string(),
  /** How to fix it, as a sentence for the model. */
  message: z.string(),
});
export type ValidationIssue = z.infer<typeof ValidationIssueSchema>;
