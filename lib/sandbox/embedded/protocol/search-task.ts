import * as z from 'zod';
import { AnswerSchemas, SearchQuerySchema } from './bridge';

/** Which files below a folder hold one of some texts of ASCII, in any case of letters or as they stand. */
export const LiteralsSchema = z.object({
  path: z.string().max(4096),
  literals: z.array(z.string().min(1)),
  anyCase: z.boolean(),
});

const SearchTaskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), query: SearchQuerySchema }),
  z.object({ kind: z.literal('glob'), query: z.object({ pattern: z.string(), cwd: z.string() }) }),
  z.object({ kind: z.literal('literals'), query: LiteralsSchema }),
]);
export type SearchTask = z.infer<typeof SearchTaskSchema>;

export const SearchStartSchema = z.object({
  memory: z.instanceof(SharedArrayBuffer),
  task: SearchTaskSchema,
  /** The tree as it is now: what was kept of an earlier one may be used again. */
  generation: z.number(),
});

/** What the search worker tells the kernel: hits as they come, then one of the others. */
export const SearchMessageSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('syscall'), request: z.unknown() }),
  z.object({ t: z.literal('more') }),
  z.object({ t: z.literal('hits'), files: AnswerSchemas.search.shape.files }),
  z.object({ t: z.literal('searched'), truncated: z.boolean() }),
  z.object({ t: z.literal('found'), entries: AnswerSchemas.glob }),
  z.object({ t: z.literal('holding'), paths: z.array(z.string()) }),
  z.object({ t: z.literal('failed'), code: z.string(), message: z.string() }),
]);
