import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { taskId } from './fields';
import { taskOf } from './find-task';
import { standing, summaryOf } from './task-text';
import { TASK_TOOL } from './task-tool';

/** Maximum wait of a call, in milliseconds. */
const LONGEST_WAIT_MS = 600_000;
/** Milliseconds added to the wait for the call's deadline. */
const MARGIN_MS = 5000;

export const taskOutput = defineTool({
  name: 'TaskOutput',
  ...TASK_TOOL,
  description:
    'Shows what a task has put out so far, and can wait for its end. Use it to get the result of a background agent or ' +
    'command, with a timeout where you cannot go on without it. Do not use it to follow a command line by line (use ' +
    'BashOutput, which shows only what is new), nor for planned tasks. After NOT_FOUND take one of the ids the result ' +
    'names; if it still runs, do something else and look again.',
  title: 'Output of a task',
  kind: 'read',
  deadlineFor: ({ timeout = 0 }) => timeout + MARGIN_MS,
  input: z.strictObject({
    task_id: taskId,
    timeout: z
      .int()
      .min(0)
      .max(LONGEST_WAIT_MS)
      .optional()
      .describe(`Milliseconds to wait for its end. Default 0: it does not wait. At most ${LONGEST_WAIT_MS}.`),
  }),
  titleFor: ({ task_id, timeout = 0 }) => (timeout > 0 ? `Wait for ${task_id}` : `Output of ${task_id}`),
  async execute({ task_id, timeout = 0 }, context) {
    const found = taskOf(context, task_id);
    if (!found.ok) return found.failure;
    const { tasks } = found.value;
    if (timeout > 0) await patiently(timeout, context.signal, (until) => tasks.ended(task_id, until));
    const task = tasks.get(task_id) ?? found.value.task;
    const output = tasks.output(task_id) ?? '';
    const ended = output === '' || output.endsWith('\n') ? output : `${output}\n`;
    const state = standing(task, tasks);
    const waited = timeout > 0 && task.status === 'running' ? ` after ${timeout / 1000} s of waiting` : '';
    return {
      text: `${ended === '' ? 'It has put out nothing.\n' : ended}[${task_id}: ${state}${waited}]`,
      summary: summaryOf(task, tasks, context),
      details: { status: task.status },
    };
  },
});

/** Waits at most `ms`. Rejects when the call is aborted. */
async function patiently(ms: number, signal: AbortSignal, wait: (until: AbortSignal) => Promise<void>): Promise<void> {
  const patience = AbortSignal.timeout(ms);
  try {
    await wait(AbortSignal.any([signal, patience]));
  } catch (error) {
    if (signal.aborted || !patience.aborted) throw error;
  }
}
