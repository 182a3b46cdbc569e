import type { RunningAgent, RunningTask } from '@/lib/ports';
import type { ToolContext } from '../../tool';
import { reportText } from './report-text';

/** Lets an agent run in the background as a task; its report goes to the inbox of the agent that started it. */
export async function workInBackground(
  agent: RunningAgent,
  title: string,
  reader: string,
  context: Pick<ToolContext, 'tasks' | 'mailbox' | 'system'>,
): Promise<void> {
  const { tasks, mailbox } = context;
  const { id, name, ended, stop } = agent;
  const task = await asTask();
  void ended.then(async (report) => {
    const text = reportText(id, report, context);
    task?.append(text);
    task?.end(report.status === 'done' ? 'completed' : report.status);
    await mailbox?.send({ from: id, to: reader, text });
  });

  /** Starts the task; undefined if the agent is resumed while its earlier task still counts as running. */
  async function asTask(): Promise<RunningTask | undefined> {
    try {
      return await tasks?.start({ kind: 'agent', id, title, owner: name }, stop);
    } catch {
      return undefined;
    }
  }
}
