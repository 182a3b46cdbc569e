import { sha256 } from '@/lib/protocol';
import type { JSONPath } from 'jsonc-parser';
import { asLines, hasIds, type NotebookCell, type Notebook } from './notebook';

type CellType = 'code' | 'markdown' | 'raw';

/** A change to a notebook's cells. `at` counts from 0. */
export type CellChange =
  | { readonly mode: 'replace'; readonly at: number; readonly source: string; readonly type: CellType | undefined }
  | { readonly mode: 'insert'; readonly at: number; readonly source: string; readonly type: CellType }
  | { readonly mode: 'delete'; readonly at: number };

/**
 * The notebook's text with one cell changed; everything else stays byte for byte. `seed` determines a new cell's id, so that
 * the change equals its preview.
 */
export async function changeCells(text: string, notebook: Notebook, change: CellChange, seed: string): Promise<string> {
  const { applyEdits, modify } = await import('jsonc-parser');
  const formattingOptions = declarationOf(text);
  const set = (before: string, path: JSONPath, value: unknown, isArrayInsertion = false): string =>
    applyEdits(before, modify(before, path, value, { formattingOptions, isArrayInsertion }));
  const path = ['cells', change.at];
  switch (change.mode) {
    case 'delete':
      return set(text, path, undefined);
    case 'insert':
      return set(text, path, await newCell(notebook, change, seed), true);
    case 'replace': {
      const cell = notebook.cells[change.at];
      if (change.type !== undefined && cell && cell.cell_type !== change.type) {
        return set(text, path, retyped(cell, change.type, change.source));
      }
      const source = typeof cell?.source === 'string' ? change.source : asLines(change.source);
      return set(text, [...path, 'source'], source);
    }
  }
}

/** A new cell, with its fields in Jupyter's order. */
async function newCell(notebook: Notebook, { type, source }: { type: CellType; source: string }, seed: string) {
  return {
    cell_type: type,
    ...(type === 'code' && { execution_count: null }),
    ...(hasIds(notebook) && { id: await freeId(notebook, seed) }),
    metadata: {},
    ...(type === 'code' && { outputs: [] }),
    source: asLines(source),
  };
}

/** Converts a cell to another type: only code cells have outputs, and only they have no attachments. */
function retyped(cell: NotebookCell, type: CellType, source: string): Record<string, unknown> {
  const { outputs: _outputs, execution_count: _count, attachments, ...kept } = cell;
  return {
    ...kept,
    cell_type: type,
    ...(type === 'code' ? { execution_count: null, outputs: [] } : attachments !== undefined && { attachments }),
    source: typeof cell.source === 'string' ? source : asLines(source),
  };
}

async function freeId({ cells }: Notebook, seed: string): Promise<string> {
  const taken = new Set(cells.map(({ id }) => id));
  const hash = await sha256(seed);
  for (let at = 0; at + 8 <= hash.length; at += 8) {
    const id = hash.slice(at, at + 8);
    if (!taken.has(id)) return id;
  }
  return hash;
}

/** The file's formatting; Jupyter indents by one space. */
function declarationOf(text: string) {
  const indent = /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? ' ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
