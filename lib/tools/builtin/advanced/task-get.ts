import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../needs';
import { taskId } from '../tasks/fields';
import { findTask } from '../tasks/find-task';
import { describeTask, standing } from '../tasks/task-text';

export const taskGet = defineTool({
  name: 'TaskGet',
  description:
    'Tells everything about one task: how it stands, what it is about, what it waits for and what waits for it. Use it ' +
    'before you begin a task that somebody else wrote. Do not use it for an overview (use TaskList) or for what a task ' +
    'has put out (use TaskOutput). After NOT_FOUND take one of the ids the result names.',
  title: 'Look at a task',
  kind: 'read',
  category: 'workflow',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['tasks'],
  annotations: { idempotentHint: true },
  input: z.strictObject({ task_id: taskId }),
  titleFor: ({ task_id }) => `Look at ${task_id}`,
  execute({ task_id }, context) {
    const tasks = need(context, 'tasks');
    if (!tasks.ok) return tasks.failure;
    const found = findTask(tasks.value, task_id);
    if (!found.ok) return found.failure;
    return { text: describeTask(found.value, tasks.value), summary: standing(found.value, tasks.value) };
  },
});
