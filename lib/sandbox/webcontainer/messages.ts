import { z } from 'zod';

/** What the helper is asked for; paths are absolute. */
export const HelperRequestSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('stat'), path: z.string() }),
  z.object({ op: z.literal('realpath'), path: z.string() }),
  z.object({ op: z.literal('readdir'), path: z.string() }),
  z.object({ op: z.literal('readFile'), path: z.string() }),
  z.object({ op: z.literal('writeFile'), path: z.string(), base64: z.string() }),
  z.object({ op: z.literal('mkdir'), path: z.string(), recursive: z.boolean() }),
  z.object({ op: z.literal('rm'), path: z.string(), recursive: z.boolean(), force: z.boolean() }),
  z.object({ op: z.literal('rename'), from: z.string(), to: z.string() }),
  z.object({
    op: z.literal('search'),
    query: z.object({
      pattern: z.string(),
      path: z.string(),
      glob: z.string().optional(),
      type: z.string().optional(),
      caseInsensitive: z.boolean().optional(),
      multiline: z.boolean().optional(),
      before: z.number().optional(),
      after: z.number().optional(),
      maxMatches: z.number(),
      maxFileSize: z.number(),
    }),
  }),
  z.object({ op: z.literal('glob'), query: z.object({ pattern: z.string(), cwd: z.string() }) }),
]);
export type HelperRequest = z.infer<typeof HelperRequestSchema>;

/** What it answers: one line of JSON after `ANSWER_MARK`. */
export const HelperAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);
export type HelperAnswer = z.infer<typeof HelperAnswerSchema>;

/** Stands before the answer, so that nothing else on the terminal is taken for it. */
export const ANSWER_MARK = 'toolyard-answer:';

export const StatSchema = z.object({ type: z.enum(['file', 'directory']), size: z.number(), mtimeMs: z.number() });

export const EntriesSchema = z.array(z.object({ name: z.string(), type: z.enum(['file', 'directory', 'symlink']) }));

export const SearchResultSchema = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      matches: z.number(),
      lines: z.array(z.object({ line: z.number(), text: z.string(), match: z.boolean() })),
    }),
  ),
  truncated: z.boolean(),
});

export const GlobEntriesSchema = z.array(z.object({ path: z.string(), mtimeMs: z.number() }));
