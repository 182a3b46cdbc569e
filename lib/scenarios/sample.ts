import { z } from 'zod';

const SAFE_PATH = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w][\w.-]*(?:\/[\w.-]+)*$/;

/** `/samples/<name>/files.json`: the files that are fetched and mounted for a scenario. Paths are relative to that folder. */
export const SampleSchema = z.strictObject({
  title: z.string(),
  files: z.array(z.string().regex(SAFE_PATH)).min(1).max(200),
});
export type Sample = z.infer<typeof SampleSchema>;
