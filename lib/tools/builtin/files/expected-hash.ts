import { z } from 'zod';
import { MIN_HASH_LENGTH } from './read-before-write';

/** The field for tools that change a file only if it is still as the model saw it. */
export const expectedHash = z
  .string()
  .regex(/^[0-9a-fA-F]+$/)
  .min(MIN_HASH_LENGTH)
  .max(64)
  .optional()
  .describe('The hash Read showed, or its beginning: the file is changed only if it still has this content.');
