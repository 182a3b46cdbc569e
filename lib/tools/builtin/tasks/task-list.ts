import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { taskLine } from './task-text';
import { TASK_TOOL } from './task-tool';
import { summaries } from '../summaries';

export const taskList = defineTool({
  name: 'TaskList',
  ...TASK_TOOL,
  description:
    'Lists the tasks of this thread: planned ones, and commands and agents that run in the background. Use it to see what ' +
    'is left, what runs and what waits for what. Do not use it for one task whose id you know (use TaskGet). If nothing is ' +
    'found, list them without a status.',
  title: 'List the tasks',
  kind: 'read',
  annotations: { idempotentHint: true },
  input: z.strictObject({
    status: z
      .enum(['pending', 'running', 'completed', 'failed', 'stopped'])
      .optional()
      .describe('Only tasks that stand like this.'),
  }),
  titleFor: ({ status }) => (status === undefined ? 'List the tasks' : `List the tasks that are ${status}`),
  execute({ status }, context) {
    const tasks = need(context, 'tasks');
    if (!tasks.ok) return tasks.failure;
    const all = tasks.value.value;
    const shown = all.filter((task) => status === undefined || task.status === status);
    if (shown.length === 0) {
      const text = all.length === 0 ? 'There are no tasks.' : `No task is ${status}; there are ${all.length} in all.`;
      return { text, summary: summaries(context).none };
    }
    const lines = shown.map((task, index) => `${index + 1}. ${taskLine(task, tasks.value)}`);
    return { text: lines.join('\n'), summary: summaries(context).someOf(shown.length, all.length) };
  },
});
