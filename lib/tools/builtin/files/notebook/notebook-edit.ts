import { z } from 'zod';
import { defineTool } from '../../../define-tool';
import type { FileContext } from '../../../files';
import { failed, ok, type Outcome } from '../../../result';
import { openForChange } from '../change-file';
import { fileTexts } from '../file-texts';
import { folderRule, pathSubject } from '../path-subject';
import { plannedChange, type ChangePlan } from '../planned-change';
import { changeCells, type CellChange } from './change-cells';
import { parseNotebook, wholeText, type Notebook } from './notebook';
import { namesOf, type Names } from '../../../system';

const input = z.strictObject({
  notebook_path: z.string().min(1).describe('The .ipynb file: absolute, or relative to the current folder.'),
  cell_id: z.string().min(1).optional().describe('The cell, by the id that Read shows.'),
  cell_index: z.int().min(0).optional().describe('The cell, by its place from 0. Give this or cell_id, not both.'),
  new_source: z.string().optional().describe('The whole new text of the cell. Needed to replace and to insert.'),
  cell_type: z
    .enum(['code', 'markdown', 'raw'])
    .optional()
    .describe('What the cell is. Needed to insert; in a replacement, left out, the cell stays what it is.'),
  edit_mode: z
    .enum(['replace', 'insert', 'delete'])
    .optional()
    .describe(
      'Replace the text of a cell (the default), insert one after it (without a cell: at the beginning), or delete it.',
    ),
});
type Input = z.infer<typeof input>;

export const notebookEdit = defineTool({
  name: 'NotebookEdit',
  description:
    'Replaces, inserts or deletes one cell of a Jupyter notebook. Metadata and outputs are kept, also of the cell whose text ' +
    'is replaced. Use it instead of Edit for .ipynb files: it always leaves a valid notebook. The file must have been read ' +
    'in this conversation. Do not use it to run cells, or for other files (use Edit). After NOT_FOUND or RANGE_INVALID ' +
    'take one of the cells the result names; after FILE_NOT_READ or STALE_FILE read the notebook.',
  kind: 'edit',
  category: 'filesystem',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  supportsInputStreaming: true,
  titleFor: ({ notebook_path, edit_mode = 'replace' }) => `${VERBS[edit_mode].now} a cell of ${notebook_path}`,
  ruleSubject: ({ notebook_path }, context) => pathSubject(context, notebook_path),
  suggestRule: ({ notebook_path }, context) => folderRule('NotebookEdit', notebook_path, context),
  ...plannedChange(planCell, ({ notebook_path, edit_mode = 'replace' }, { cell, left }, changed) => {
    const count = left === 1 ? '1 cell' : `${left} cells`;
    return `${VERBS[edit_mode].done} ${cell} of ${notebook_path}; it has ${count} now (${changed}).`;
  }),
});

const VERBS = {
  replace: { now: 'Replace', done: 'Replaced' },
  insert: { now: 'Insert', done: 'Inserted' },
  delete: { now: 'Delete', done: 'Deleted' },
} as const;

interface CellPlan extends ChangePlan {
  /** Describes the cell in words. */
  readonly cell: string;
  /** Number of cells after the change. */
  readonly left: number;
}

async function planCell(context: FileContext, call: Input): Promise<Outcome<CellPlan>> {
  const { notebook_path: path } = call;
  const opened = await openForChange(context, path, undefined);
  if (!opened.ok) return opened;
  const { file } = opened.value;
  if (!file) return failed('NOT_FOUND', fileTexts(context).missingToChange(path));
  const notebook = parseNotebook(file.text, path);
  if (!notebook.ok) return notebook;
  const change = changeOf(call, notebook.value, namesOf(context));
  if (!change.ok) return change;
  const text = await changeCells(file.text, notebook.value, change.value, context.callId);
  const after = parseNotebook(text, path);
  if (!after.ok) return after;
  const { cells } = change.value.mode === 'delete' ? notebook.value : after.value;
  const id = cells[change.value.at]?.id;
  const cell = `cell ${change.value.at}${id === undefined ? '' : ` (id ${id})`}`;
  return ok({ target: opened.value, text, cell, left: after.value.cells.length });
}

function changeOf(call: Input, notebook: Notebook, { field }: Names): Outcome<CellChange> {
  const { edit_mode: mode = 'replace', new_source: source, cell_type: type } = call;
  const [id = 'its id', index] = ['cell_id', 'cell_index'].map((name) => field('NotebookEdit', name));
  const which = index === undefined ? id : `${id} or ${index}`;
  const place = placeOf(call, notebook, { which, index });
  if (!place.ok) return place;
  const at = place.value;
  if (mode !== 'insert' && at === undefined) {
    return failed('INVALID_ARGS', `To ${mode} a cell, say which one: give ${which}.`);
  }
  if (mode === 'delete') return ok({ mode, at: at ?? 0 });
  if (source === undefined) return failed('INVALID_ARGS', `To ${mode} a cell, give its text in new_source.`);
  if (mode === 'insert') {
    if (type === undefined) return failed('INVALID_ARGS', 'To insert a cell, say what it is: give cell_type.');
    return ok({ mode, at: at === undefined ? 0 : at + 1, source, type });
  }
  const cell = notebook.cells[at ?? 0];
  if (cell && wholeText(cell.source) === source && (type ?? cell.cell_type) === cell.cell_type) {
    return failed('NO_CHANGE', `The cell already has exactly this text.`);
  }
  return ok({ mode, at: at ?? 0, source, type });
}

/** Maximum ids named in a failure. */
const MOST_NAMED = 20;

/** The index of the cell that a call refers to, from 0; undefined if it names none. */
function placeOf(
  { cell_id, cell_index }: Pick<Input, 'cell_id' | 'cell_index'>,
  { cells }: Pick<Notebook, 'cells'>,
  { which, index }: { which: string; index: string | undefined },
): Outcome<number | undefined> {
  if (cell_id !== undefined && cell_index !== undefined) {
    return failed('INVALID_ARGS', `Give ${which}, not both.`);
  }
  if (cell_id !== undefined) {
    const at = cells.findIndex(({ id }) => id === cell_id);
    if (at !== -1) return ok(at);
    // If the tool has no field for the index, `cell_id` accepts an index too.
    if (index === undefined && /^\d+$/.test(cell_id))
      return placeOf({ cell_index: Number(cell_id) }, { cells }, { which, index });
    const ids = cells.flatMap(({ id }) => id ?? []).slice(0, MOST_NAMED);
    const hint =
      ids.length > 0
        ? `There are: ${ids.join(', ')}.`
        : `Its cells have no ids: give ${index ?? 'the place of the cell, from 0'}.`;
    return failed('NOT_FOUND', `No cell has the id ${cell_id}. ${hint}`);
  }
  if (cell_index === undefined || cell_index < cells.length) return ok(cell_index);
  const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`;
  return failed('RANGE_INVALID', `The notebook has ${count}, counted from 0; there is no cell ${cell_index}.`, {
    details: { cells: cells.length },
  });
}
