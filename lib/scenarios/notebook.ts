import { graceful, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILE = 'measurements.ipynb';

const READ: ScriptedTurn = {
  text: 'A notebook is read as cells: index, id, source, output and images.',
  calls: [{ name: 'Read', input: { file_path: FILE } }],
};

const EDIT: ScriptedTurn = {
  text: 'The last code cell fails: a negative number has no square root. I will fix it, say so above it, and drop the raw cell.',
  calls: [
    { name: 'NotebookEdit', input: { notebook_path: FILE, cell_id: 'fails', new_source: 'math.sqrt(abs(-1))' } },
    {
      name: 'NotebookEdit',
      input: {
        notebook_path: FILE,
        cell_id: 'plot',
        edit_mode: 'insert',
        cell_type: 'markdown',
        new_source: '## The root\n\nOf the *distance*: it is never negative.',
      },
    },
    {
      name: 'NotebookEdit',
      input: { notebook_path: FILE, cell_id: 'front-matter', new_source: '', edit_mode: 'delete' },
    },
  ],
};

const AGAIN: ScriptedTurn = {
  text: 'And this is how it reads now.',
  calls: [{ name: 'Read', input: { file_path: FILE } }],
};

function next(all: readonly AnsweredCall[], now: readonly AnsweredCall[]): ScriptedTurn {
  const [first] = now;
  if (!first) return READ;
  const failed = now.find((step) => step.failed);
  if (failed) return graceful(now) ?? unexpected(failed, 'the notebook to be edited');
  if (first.name === 'NotebookEdit') return AGAIN;
  if (!all.some(({ name }) => name === 'NotebookEdit')) return EDIT;
  if (!first.text.includes('abs(-1)')) return unexpected(first, 'the new text of the cell');
  return {
    text: 'Three cells are changed, and the file differs in their lines only: metadata, outputs and pictures are as they were. Nothing here runs a notebook, so the old error stays in its output until somebody does.',
  };
}

/** How an agent sees a notebook, as cells instead of lines, and what an edit leaves unchanged. */
export const notebook: Scenario = {
  id: 'notebook',
  title: 'Edit a notebook',
  summary:
    'Read shows cells with their outputs; NotebookEdit replaces, inserts and deletes them, and no other byte changes.',
  prompt: 'Fix the cell that fails.',
  sample: 'notebook',
  needs: ['NotebookEdit', 'Read'],
  setup: { options: { mode: 'acceptEdits' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
