import { z } from 'zod';
import { defineTool } from '../../define-tool';
import type { FileContext } from '../../files';
import { failed, ok, type Outcome } from '../../result';
import { namesOf } from '../../system';
import { openForChange } from './change-file';
import { linesWithEnds } from './line-endings';
import { fileTexts } from './file-texts';
import { folderRule, pathSubject } from './path-subject';
import { plannedChange, type ChangePlan } from './planned-change';

const line = z.int().min(1);

const input = z.strictObject({
  file_path: z.string().min(1).describe('The file to change: absolute, or relative to the current folder.'),
  start_line: line.describe('The first line to delete, from 1, as Read numbers them.'),
  end_line: line.describe('The last line to delete; the same as start_line for one line.'),
});
type Input = z.infer<typeof input>;

export const deleteRange = defineTool({
  name: 'DeleteRange',
  description:
    'Deletes whole lines of a file, from one line number to another. Use it for long stretches, where Edit would have to ' +
    'repeat all of the text. Do not use it for parts of lines (use Edit) or to delete a file (use Delete). The file must ' +
    'have been read in this conversation; every change moves the lines after it, so read again before the next range. ' +
    'After RANGE_INVALID correct the numbers: the result says how many lines there are.',
  kind: 'edit',
  category: 'filesystem',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  titleFor: ({ file_path, start_line, end_line }) => `Delete ${linesNamed(start_line, end_line)} of ${file_path}`,
  ruleSubject: ({ file_path }, context) => pathSubject(context, file_path),
  suggestRule: ({ file_path }, context) => folderRule('DeleteRange', file_path, context),
  ...plannedChange(planDeletion, ({ file_path, start_line, end_line }, { left }, changed) => {
    const rest = left === 0 ? 'it is empty now' : `it has ${left === 1 ? '1 line' : `${left} lines`} now`;
    return `Deleted ${linesNamed(start_line, end_line)} of ${file_path}; ${rest} (${changed}).`;
  }),
});

interface DeletionPlan extends ChangePlan {
  /** Number of lines that remain. */
  readonly left: number;
}

async function planDeletion(context: FileContext, call: Input): Promise<Outcome<DeletionPlan>> {
  const { file_path, start_line, end_line } = call;
  const opened = await openForChange(context, file_path, undefined);
  if (!opened.ok) return opened;
  const { file } = opened.value;
  if (!file) return failed('NOT_FOUND', fileTexts(context).missing(file_path));
  const lines = linesWithEnds(file.text);
  const { field } = namesOf(context);
  const details = { lines: lines.length };
  const count = `${file_path} has ${lines.length === 1 ? '1 line' : `${lines.length} lines`}`;
  if (start_line > end_line) {
    const text = `${field('DeleteRange', 'start_line')} ${start_line} is after ${field('DeleteRange', 'end_line')} ${end_line}; ${count}. Exchange the two.`;
    return failed('RANGE_INVALID', text, { details });
  }
  if (end_line > lines.length) {
    return failed('RANGE_INVALID', `${count}; there is no line ${end_line}. Read the part you mean again.`, {
      details,
    });
  }
  const kept = lines.toSpliced(start_line - 1, end_line - start_line + 1);
  return ok({ target: opened.value, text: kept.join(''), left: kept.length });
}

const linesNamed = (start: number, end: number): string => (start === end ? `line ${start}` : `lines ${start}–${end}`);
