import { z } from 'zod';

/** The helper's answer: one line of JSON after `ANSWER_MARK`. */
export const HelperAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown().optional() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);

export const StatSchema = z.object({ type: z.enum(['file', 'directory']), size: z.number(), mtimeMs: z.number() });

export const HelperEntriesSchema = z.array(
  z.object({ name: z.string(), type: z.enum(['file', 'directory', 'symlink']) }),
);

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

/** Files and folders with unusual permissions, by their path relative to the requested folder. */
export const ModesSchema = z.array(z.tuple([z.string(), z.number().int()]));

export const GlobEntriesSchema = z.array(z.object({ path: z.string(), mtimeMs: z.number() }));

/** Maximum characters of an error that a served page reports. */
const MAX_ERROR_CHARS = 2000;

/** An error of a page that the container serves, as its previews report it. */
export const PageErrorSchema = z
  .object({ port: z.number().int(), message: z.string().optional(), args: z.array(z.unknown()).optional() })
  .transform(({ port, message, args = [] }) => ({
    port,
    message: (message ?? args.map(String).join(' ')).slice(0, MAX_ERROR_CHARS),
  }));
