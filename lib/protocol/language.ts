import { z } from 'zod';

/** The language in which models and people are told what is wrong with a call. */
export const LanguageSchema = z.enum(['en', 'zh']);
export type Language = z.infer<typeof LanguageSchema>;
