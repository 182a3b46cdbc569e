import type { Task, TaskChange, TaskStore } from '@/lib/ports';
import type { ToolResult, ValidationIssue } from '@/lib/protocol';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { failed, failure, ok, type Outcome } from '../../result';
import { blockers, taskDescription, taskId, taskOwner, taskTitle } from './fields';
import { findBlockers, taskOf } from './find-task';
import { taskLine, openBlockers } from './task-text';
import { TASK_TOOL } from './task-tool';
import { naming } from '../../system';
import type { ToolContext } from '../../tool';
import { summaries } from '../summaries';

const input = z.strictObject({
  task_id: taskId,
  status: z
    .enum(['pending', 'running', 'completed', 'failed', 'stopped'])
    .optional()
    .describe('How it stands now. Only of planned tasks: what runs in the background says that by itself.'),
  title: taskTitle.optional().describe('Another title.'),
  description: taskDescription.optional().describe('Another description, as a whole.'),
  owner: taskOwner.optional().describe('The agent that does it from now on.'),
  blocked_by: blockers.optional().describe('All tasks that have to be completed before; an empty list for none.'),
});

export const taskUpdate = defineTool({
  name: 'TaskUpdate',
  ...TASK_TOOL,
  description:
    'Changes a task: how it stands, who does it, what it waits for. Use it when you begin a planned task (running) and as ' +
    'soon as it is done (completed). Do not use it to end what runs in the background (use TaskStop). After INVALID_ARGS ' +
    'complete first what the task waits for; after NOT_FOUND take one of the ids the result names.',
  title: 'Update a task',
  kind: 'other',
  autoApproved: true,
  annotations: { idempotentHint: true },
  input,
  titleFor: ({ task_id, status }) => (status === undefined ? `Change ${task_id}` : `${task_id} is ${status}`),
  async execute(call, context) {
    const found = taskOf(context, call.task_id);
    if (!found.ok) return found.failure;
    const { task, tasks } = found.value;
    const change = changeOf(call, task, tasks, context);
    if (!change.ok) return change.failure;
    const after = (await tasks.update(call.task_id, change.value)) ?? task;
    return {
      text: `Now: ${taskLine(after, tasks)}${whatIsFree(after, tasks)}`,
      summary: summaries(context).task({ status: after.status }, []),
    };
  },
});

/** The change that a call makes, or why it is not allowed. */
function changeOf(
  call: z.infer<typeof input>,
  task: Task,
  tasks: TaskStore,
  context: ToolContext,
): Outcome<TaskChange> {
  const { task_id, status, title, description, owner, blocked_by } = call;
  const blockedBy = findBlockers(tasks, blocked_by ?? task.blockedBy ?? [], context);
  if (!blockedBy.ok) return blockedBy;
  const change: TaskChange = {
    ...(status !== undefined && { status }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(owner !== undefined && { owner }),
    ...(blocked_by !== undefined && { blockedBy: blockedBy.value }),
  };
  if (Object.keys(change).length === 0) {
    return failed('NO_CHANGE', `Nothing about ${task_id} is to be changed. Send what should be different.`);
  }
  if (status !== undefined && task.kind !== 'plan') {
    return failed(
      'UNSUPPORTED',
      `${task_id} runs in the background and says by itself how it stands. ${naming(context, ['TaskStop'], (stop) => `Use ${stop} to end it, or leave`) || 'Leave'} out status.`,
    );
  }
  const refused = waitingIssue({ ...task, ...change }, tasks);
  return refused ? { ok: false, failure: refused } : ok(change);
}

/** Why a task would be invalid: it would wait for itself, or was started before the tasks it waits for. */
function waitingIssue(task: Task, tasks: TaskStore): ToolResult | undefined {
  const { id, status, blockedBy = [] } = task;
  if (waitsForItself(tasks, id, blockedBy)) {
    const message = `${id} would wait for itself. Leave out the tasks that wait for it.`;
    return invalid({ path: '$.blocked_by', expected: 'array', received: blockedBy.join(', ').slice(0, 60), message });
  }
  const open = openBlockers(task, tasks);
  if (open.length === 0 || (status !== 'running' && status !== 'completed')) return undefined;
  const message = `${id} waits for ${open.join(', ')}. Complete that first, or change blocked_by.`;
  return invalid({ path: '$.status', expected: 'enum[pending,failed,stopped]', received: status, message });
}

const invalid = (issue: ValidationIssue): ToolResult => failure('INVALID_ARGS', issue.message, { issues: [issue] });

/** Names the tasks that are no longer blocked. */
function whatIsFree({ id, status }: Task, tasks: TaskStore): string {
  if (status !== 'completed') return '';
  const free = tasks.value.filter(
    (task) => task.status === 'pending' && task.blockedBy?.includes(id) && openBlockers(task, tasks).length === 0,
  );
  return free.length === 0 ? '' : `\nThis can begin now: ${free.map((task) => task.id).join(', ')}.`;
}

/** Whether a task that waited for these would wait for itself, directly or through others. */
function waitsForItself(tasks: TaskStore, id: string, blockedBy: readonly string[]): boolean {
  const seen = new Set<string>();
  const open = [...blockedBy];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(tasks.get(next)?.blockedBy ?? []));
  }
  return false;
}
