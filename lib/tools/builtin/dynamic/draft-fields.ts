import { z } from 'zod';

/** Maximum characters of code in one dynamic tool. */
const MOST_CODE = 50_000;

/** The fields of a dynamic tool, as a model writes them. */
export const draftFields = {
  name: z
    .string()
    .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/)
    .describe('The name the tool is called by: letters, digits, _ and -, such as WordCount.'),
  description: z
    .string()
    .min(10)
    .max(4000)
    .describe('What it is for, when not to use it, and what it returns; models read this.'),
  schema: z
    .record(z.string(), z.unknown())
    .describe('A JSON Schema of its input. The root must be of type object; describe every field.'),
  body: z
    .string()
    .min(1)
    .max(MOST_CODE)
    .describe(
      'JavaScript: the body of an async function with the valid `input` in scope. It returns text or JSON. No network.',
    ),
};
