import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { untilAborted } from '../../result';
import { need } from '../../requirements';
import { dropOutput } from '../../shell/new-output';
import { findShell, statusOf } from '../../shell/shell-task';
import { summaries } from '../summaries';

const input = z.strictObject({
  shell_id: z.string().min(1).describe('The id that Bash gave when it started the command.'),
});

export const killShell = defineTool({
  name: 'KillShell',
  description:
    'Ends a background command and drops what it has put out. Use it when a server or watcher is not needed any more. ' +
    'Do not use it to see how a command stands (use BashOutput). It asks first (SIGTERM) and after 5 s kills. After ' +
    'NOT_FOUND take one of the ids the result names.',
  kind: 'execute',
  category: 'shell',
  source: 'builtin',
  capabilities: ['sandbox', 'tasks'],
  input,
  titleFor: ({ shell_id }) => `End ${shell_id}`,
  async execute({ shell_id }, context) {
    const tasks = need(context, 'tasks');
    if (!tasks.ok) return tasks.failure;
    const found = findShell(tasks.value, shell_id, context);
    if (!found.ok) return found.failure;
    const ran = found.value.status === 'running';
    const stopped = await untilAborted(tasks.value.stop(shell_id), context.signal);
    dropOutput(tasks.value, shell_id);
    const task = stopped ?? found.value;
    const text = ran
      ? `Ended ${shell_id} (${statusOf(task)}): ${task.title}`
      : `${shell_id} had ended already (${statusOf(task)}); its output is dropped now.`;
    return { text, summary: summaries(context).shell(task) };
  },
});
