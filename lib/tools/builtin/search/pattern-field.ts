import { ripgrepIssue } from '@/lib/schema/patterns/ripgrep-syntax';
import { z } from 'zod';

/** A field that holds a regular expression as ripgrep takes it; a fault in it is found before the call runs, at the field. */
export const patternField = z
  .string()
  .min(1)
  .superRefine((pattern, context) => {
    const fault = ripgrepIssue(pattern);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });
