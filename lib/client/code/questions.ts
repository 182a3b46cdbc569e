import { z } from 'zod';

const path = z.string();
const place = { path, line: z.number(), column: z.number() };

/** A question for the language service; positions start at 1. */
const QuestionSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('definition'), ...place }),
  z.object({ op: z.literal('implementation'), ...place }),
  z.object({ op: z.literal('references'), ...place }),
  z.object({ op: z.literal('hover'), ...place }),
  z.object({ op: z.literal('completions'), ...place }),
  z.object({
    op: z.literal('fix'),
    path,
    tool: z.string(),
    edits: z.array(z.object({ at: z.string(), value: z.unknown().optional() })).readonly(),
  }),
  z.object({ op: z.literal('symbols'), path }),
  z.object({ op: z.literal('search'), query: z.string() }),
  z.object({ op: z.literal('diagnostics'), path }),
]);
export type CodeQuestion = z.infer<typeof QuestionSchema>;

/** Changes since the last question. A text of null means a removed file. */
const FilesUpdateSchema = z.object({
  /** The project's folder. A different one than before starts over. */
  root: path,
  files: z.array(z.tuple([path, z.string().nullable()])),
  /** TypeScript's messages in a language other than English, by key. */
  messages: z.record(z.string(), z.string()).optional(),
});
export type FilesUpdate = z.infer<typeof FilesUpdateSchema>;

const span = { ...place, endLine: z.number(), endColumn: z.number(), text: z.string() };
const SpanSchema = z.object(span);
const SymbolSchema = z.object({ ...span, name: z.string(), kind: z.string(), container: z.string().optional() });
const DiagnosticSchema = z.object({
  ...span,
  severity: z.enum(['error', 'warning', 'hint']),
  message: z.string(),
  code: z.string(),
});

const CompletionSchema = z.object({
  name: z.string(),
  /** TypeScript's name for its kind: `method`, `const`. */
  kind: z.string(),
  sortText: z.string(),
  /** The text to insert, if it is not the name. */
  insertText: z.string().optional(),
});
export type CodeCompletion = z.infer<typeof CompletionSchema>;

/** The answer to each question. */
export const CodeAnswerSchemas = {
  definition: z.array(SpanSchema),
  implementation: z.array(SpanSchema),
  references: z.array(SpanSchema),
  hover: z.string().nullable(),
  completions: z.array(CompletionSchema),
  fix: z.string().nullable(),
  symbols: z.array(SymbolSchema),
  search: z.array(SymbolSchema),
  diagnostics: z.array(DiagnosticSchema),
} as const;

export const TaskSchema = z.object({ id: z.number(), update: FilesUpdateSchema, question: QuestionSchema });
export const CodeReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), id: z.number(), value: z.unknown() }),
  z.object({ ok: z.literal(false), id: z.number(), message: z.string() }),
]);
