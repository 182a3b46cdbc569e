import { ripgrepIssue } from '@/lib/schema/patterns/ripgrep-syntax';
import { z } from 'zod';

/** A field for a regular expression in ripgrep's syntax; errors in it are reported at the field before the call runs. */
export const patternField = z
  .string()
  .min(1)
  .superRefine((pattern, context) => {
    const fault = ripgrepIssue(pattern);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });
