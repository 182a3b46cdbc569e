import { z } from 'zod';
import { abortReasonOf } from '../../abort-reason';
import { defineTool } from '../../define-tool';
import { untilAborted } from '../../dispatch/until-aborted';
import { need } from '../../needs';
import { abortedResult } from '../../result';
import { taskId } from '../tasks/fields';
import { findTask } from '../tasks/find-task';
import { lineOf } from '../tasks/task-text';

export const taskStop = defineTool({
  name: 'TaskStop',
  description:
    'Ends a task: a background command or agent is asked to end and waited for, a planned task is given up. Use it for ' +
    'what is not needed any more, or went wrong. Do not use it for a task that is done (use TaskUpdate with completed). ' +
    'What it has put out can still be read with TaskOutput. After NOT_FOUND take one of the ids the result names.',
  title: 'Stop a task',
  kind: 'other',
  category: 'workflow',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['tasks'],
  annotations: { idempotentHint: true },
  input: z.strictObject({ task_id: taskId }),
  titleFor: ({ task_id }) => `Stop ${task_id}`,
  async execute({ task_id }, context) {
    const tasks = need(context, 'tasks');
    if (!tasks.ok) return tasks.failure;
    const found = findTask(tasks.value, task_id);
    if (!found.ok) return found.failure;
    const { kind, status } = found.value;
    if (status !== 'running' && status !== 'pending') {
      return { text: `There was nothing to stop: ${lineOf(found.value, tasks.value)}`, summary: status };
    }
    try {
      const stopping = kind === 'plan' ? tasks.value.update(task_id, { status: 'stopped' }) : tasks.value.stop(task_id);
      const after = (await untilAborted(stopping, context.signal)) ?? found.value;
      return { text: `Stopped: ${lineOf(after, tasks.value)}`, summary: after.status };
    } catch (error) {
      if (!context.signal.aborted) throw error;
      return abortedResult(abortReasonOf(context.signal), `${task_id} was asked to end and may still run.`);
    }
  },
});
