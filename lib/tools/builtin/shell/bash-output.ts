import { z } from 'zod';
import type { Task } from '@/lib/ports';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { takeNew } from '../../shell/new-output';
import type { ToolContext } from '../../tool';
import { findShell, statusOf } from '../../shell/shell-task';
import { patternField } from '../search/pattern-field';
import { summaries } from '../summaries';
import { Budget } from '@/lib/schema/budget';
import { SchemaProblem } from '@/lib/schema/problem';
import { matches } from '@/lib/schema/patterns';
import { fromRipgrep } from '@/lib/schema/patterns/ripgrep-syntax';

const input = z.strictObject({
  bash_id: z.string().min(1).describe('The id that Bash gave when it started the command.'),
  filter: patternField
    .optional()
    .describe('A regular expression: only lines that match are shown. The others are gone, too.'),
});

export const bashOutput = defineTool({
  name: 'BashOutput',
  description:
    'Shows how a background command stands and what it has put out since you last looked. Use it to follow what Bash ' +
    'started with run_in_background. Do not use it for commands that have run to their end in Bash itself: their result ' +
    'holds all of it. What it has shown, or what filter has left out, is not shown again. After NOT_FOUND take one of ' +
    'the ids the result names.',
  kind: 'read',
  category: 'shell',
  source: 'builtin',
  capabilities: ['sandbox', 'tasks'],
  input,
  titleFor: ({ bash_id }) => `Output of ${bash_id}`,
  execute({ bash_id, filter }, context) {
    const tasks = need(context, 'tasks');
    if (!tasks.ok) return tasks.failure;
    const found = findShell(tasks.value, bash_id, context);
    if (!found.ok) return found.failure;
    const task = found.value;
    const { fresh, putBack } = takeNew(tasks.value, task, filter !== undefined);
    const lines = fresh === '' ? [] : fresh.replace(/\n$/, '').split('\n');
    const shown = filter === undefined ? lines : filterLines(lines, filter);
    if (!shown) {
      putBack();
      return failure('INVALID_ARGS', 'The filter could take for ever, so it was not tried. Use a simpler expression.');
    }
    return told(task, { fresh: lines.length, shown, filter }, context);
  },
});

interface Output {
  readonly fresh: number;
  readonly shown: readonly string[];
  readonly filter: string | undefined;
}

function told(task: Task, { fresh, shown, filter }: Output, context: ToolContext) {
  const status = `[${task.id}: ${statusOf(task)}]`;
  const { newLines, shell } = summaries(context);
  const summary = `${newLines(shown.length)}, ${shell(task)}`;
  const left = fresh - shown.length;
  const notes = [
    ...(fresh === 0 ? ['Nothing new.'] : []),
    ...(left > 0 ? [`[${left} ${left === 1 ? 'line does' : 'lines do'} not match ${filter}]`] : []),
  ];
  return { text: [...shown, ...notes, status].join('\n'), summary, details: { status: task.status } };
}

/** Maximum characters of a line that are searched. */
const MATCHED_LENGTH = 10_000;

/** The lines that match; undefined if the pattern might take forever and is not tried. */
function filterLines(lines: readonly string[], pattern: string): string[] | undefined {
  try {
    const { source, ignoreCase } = fromRipgrep(pattern);
    const flags = ignoreCase ? 'i' : '';
    return lines.filter((line) => matches(source, line.slice(0, MATCHED_LENGTH), new Budget(), flags));
  } catch (error) {
    if (error instanceof SchemaProblem) return undefined;
    throw error;
  }
}
