import * as z from 'zod';
import { AnswerSchemas, SearchQuerySchema } from './bridge';

/** Which files below a folder contain one of several ASCII texts, optionally in any letter case. */
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
  /** The tree's current generation: anything cached from the same generation can be reused. */
  generation: z.number(),
});

/** The search worker's messages to the kernel: hits as they are found, then one of the others. */
export const SearchMessageSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('syscall'), request: z.unknown() }),
  z.object({ t: z.literal('more') }),
  z.object({ t: z.literal('hits'), files: AnswerSchemas.search.shape.files }),
  z.object({ t: z.literal('searched'), truncated: z.boolean() }),
  z.object({ t: z.literal('found'), entries: AnswerSchemas.glob }),
  z.object({ t: z.literal('holding'), paths: z.array(z.string()) }),
  z.object({ t: z.literal('failed'), code: z.string(), message: z.string() }),
]);
