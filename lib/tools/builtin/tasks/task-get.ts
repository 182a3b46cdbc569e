import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { taskId } from './fields';
import { taskOf } from './find-task';
import { describeTask, summaryOf } from './task-text';
import { TASK_TOOL } from './task-tool';

export const taskGet = defineTool({
  name: 'TaskGet',
  ...TASK_TOOL,
  description:
    'Tells everything about one task: how it stands, what it is about, what it waits for and what waits for it. Use it ' +
    'before you begin a task that somebody else wrote. Do not use it for an overview (use TaskList) or for what a task ' +
    'has put out (use TaskOutput). After NOT_FOUND take one of the ids the result names.',
  title: 'Look at a task',
  kind: 'read',
  annotations: { idempotentHint: true },
  input: z.strictObject({ task_id: taskId }),
  titleFor: ({ task_id }) => `Look at ${task_id}`,
  execute({ task_id }, context) {
    const found = taskOf(context, task_id);
    if (!found.ok) return found.failure;
    const { task, tasks } = found.value;
    return { text: describeTask(task, tasks), summary: summaryOf(task, tasks, context) };
  },
});
