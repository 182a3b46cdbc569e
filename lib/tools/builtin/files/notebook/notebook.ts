import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import { failed, ok, type Outcome } from '../../../result';

/** Text in a notebook: one string, or a list of lines. */
const MultilineSchema = z.union([z.string(), z.array(z.string())]);

const OutputSchema = z.looseObject({
  output_type: z.string(),
  text: MultilineSchema.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  traceback: z.array(z.string()).optional(),
});
export type CellOutput = z.infer<typeof OutputSchema>;

const CellSchema = z.looseObject({
  id: z.string().optional(),
  cell_type: z.string(),
  metadata: z.record(z.string(), z.unknown()).default({}),
  source: MultilineSchema,
  outputs: z.array(OutputSchema).optional(),
  execution_count: z.number().nullish(),
});
export type NotebookCell = z.infer<typeof CellSchema>;

const NotebookSchema = z.looseObject({
  nbformat: z.literal(4),
  nbformat_minor: z.int().min(0),
  metadata: z.looseObject({ language_info: z.looseObject({ name: z.string() }).optional() }),
  cells: z.array(CellSchema),
});
export type Notebook = z.infer<typeof NotebookSchema>;

/** Parses a notebook in format 4, the only one in use for ten years. */
export function parseNotebook(text: string, given: string): Outcome<Notebook> {
  const parsed = parseJson(NotebookSchema, text);
  if (parsed.ok) return ok(parsed.value);
  const old = parseJson(z.looseObject({ nbformat: z.number() }), text);
  if (old.ok && old.value.nbformat !== 4) {
    const hint = 'Convert it to format 4 first (jupyter nbconvert --to notebook).';
    return failed('UNSUPPORTED', `${given} is a notebook of format ${old.value.nbformat}. ${hint}`);
  }
  return failed('READ_ERROR', `${given} is not a Jupyter notebook. Read and edit it as text.`);
}

/** A notebook's text as one string. */
export const wholeText = (text: string | readonly string[] | undefined): string =>
  typeof text === 'string' ? text : (text ?? []).join('');

/** Splits text into lines that keep their ends, as notebooks store it by default. */
export const asLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Whether cells have ids: they must from format 4.5 on, and must not in earlier ones. */
export const hasIds = ({ nbformat_minor }: Notebook): boolean => nbformat_minor >= 5;
