import { z } from 'zod';
import { abortReasonOf, abortedResult, untilAborted } from '../../result';
import { defineTool } from '../../define-tool';
import { taskId } from './fields';
import { taskOf } from './find-task';
import { taskLine } from './task-text';
import { TASK_TOOL } from './task-tool';
import { summaries } from '../summaries';

export const taskStop = defineTool({
  name: 'TaskStop',
  ...TASK_TOOL,
  description:
    'Ends a task: a background command or agent is asked to end and waited for, a planned task is given up. Use it for ' +
    'what is not needed any more, or went wrong. Do not use it for a task that is done (use TaskUpdate with completed). ' +
    'What it has put out can still be read with TaskOutput. After NOT_FOUND take one of the ids the result names.',
  title: 'Stop a task',
  kind: 'other',
  annotations: { idempotentHint: true },
  input: z.strictObject({ task_id: taskId }),
  titleFor: ({ task_id }) => `Stop ${task_id}`,
  async execute({ task_id }, context) {
    const found = taskOf(context, task_id);
    if (!found.ok) return found.failure;
    const { task, tasks } = found.value;
    const { kind, status } = task;
    if (status !== 'running' && status !== 'pending') {
      return {
        text: `There was nothing to stop: ${taskLine(task, tasks)}`,
        summary: summaries(context).task({ status }, []),
      };
    }
    try {
      const stopping = kind === 'plan' ? tasks.update(task_id, { status: 'stopped' }) : tasks.stop(task_id);
      const after = (await untilAborted(stopping, context.signal)) ?? task;
      return {
        text: `Stopped: ${taskLine(after, tasks)}`,
        summary: summaries(context).task({ status: after.status }, []),
      };
    } catch (error) {
      if (!context.signal.aborted) throw error;
      return abortedResult(abortReasonOf(context.signal), `${task_id} was asked to end and may still run.`);
    }
  },
});
