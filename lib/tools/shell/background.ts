import type { RunningTask, SandboxProcess } from '@/lib/ports';
import { need } from '../requirements';
import type { FileContext } from '../files';
import { oneLine } from '../truncate';
import type { ToolOutput } from '../tool';
import { killOnAbort, readShellOutput, spawnCommand } from './run-command';
import { namesOf } from '../system';

interface Job {
  readonly command: string;
  /** Maximum run time in milliseconds; undefined: no limit. */
  readonly timeout: number | undefined;
  /** Milliseconds from SIGTERM to SIGKILL. */
  readonly killAfterMs: number;
}

/** Maximum characters of a command line as its title in a list. */
const TITLE_LENGTH = 80;

/** Starts a command line as a task of the thread and returns the task's id, which is also the shell id. */
export async function startInBackground(context: FileContext, job: Job): Promise<ToolOutput> {
  const tasks = need(context, 'tasks');
  if (!tasks.ok) return tasks.failure;
  const { command, timeout, killAfterMs } = job;
  const stop = new AbortController();
  const process = await spawnCommand(context, command);
  killOnAbort(process, limited(stop.signal, timeout), killAfterMs);
  let task: RunningTask;
  try {
    task = await tasks.value.start({ kind: 'shell', title: oneLine(command, TITLE_LENGTH), description: command }, () =>
      stop.abort(),
    );
  } catch (error) {
    process.kill('SIGKILL');
    throw error;
  }
  void follow(process, task, stop.signal);
  const { id } = task;
  const text = `Runs in the background with the id ${id}.${followUp(context, id)}`;
  return { text, summary: `started ${id}`, details: { shellId: id } };
}

async function follow(process: SandboxProcess, task: RunningTask, stopped: AbortSignal): Promise<void> {
  try {
    await readShellOutput(process, (piece) => task.append(piece));
  } catch {
    // The stream broke; still report how the process ended.
  }
  const exitCode = await process.exit;
  task.end(stopped.aborted ? 'stopped' : exitCode === 0 ? 'completed' : 'failed', { exitCode });
}

const limited = (signal: AbortSignal, timeout: number | undefined): AbortSignal =>
  timeout === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeout)]);

/** Tells the model how to follow a background command: with the shell tools, or otherwise the task tools. */
function followUp(context: FileContext, id: string): string {
  const { tool, field } = namesOf(context);
  const way = (shell: string, shellId: string, task: string): string | undefined => {
    const [ours, ourId] = tool(shell) === undefined ? [task, 'task_id'] : [shell, shellId];
    const [name, idField] = [tool(ours), field(ours, ourId)];
    return name && idField && `${name} (${idField} ${id})`;
  };
  const see = way('BashOutput', 'bash_id', 'TaskOutput');
  const end = way('KillShell', 'shell_id', 'TaskStop');
  return (
    (see === undefined ? '' : ` See what it puts out with ${see}.`) +
    (end === undefined ? '' : ` End it with ${end} when it is not needed any more.`)
  );
}
