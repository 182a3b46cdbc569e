import type { AndOr, CommandNode, Pipeline, PipelineNode, Statement } from 'unbash';
import { breathe } from '../io/breathe';
import { makePipe, OpenFile, type OpenFile as File } from '../io/open-file';
import { runCompound } from './compound';
import { ShellError } from '../control';
import { inForeground, putInFront } from './foreground';
import { commandText } from './function-text';
import { runSimple } from './simple-command';
import type { Shell } from './shell';
import { runToEnd } from './subshell';
import type { ShellTask } from '../task';
import { debugTrap, afterFailure, runPendingTraps } from './traps';
import { tellTime } from './time-report';

export async function runStatements(shell: Shell, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await runStatement(shell, statement);
}

async function runStatement(shell: Shell, { command, background }: Statement): Promise<void> {
  if (shell.options.has('noexec')) return;
  try {
    if (background) await startInBackground(shell, command);
    else if (command.type === 'AndOr') await runAndOr(shell, command);
    else await runNode(shell, command);
  } catch (error) {
    // Told here, while the redirections around the statement hold.
    if (error instanceof ShellError) await shell.tell(error);
    throw error;
  }
}

async function runAndOr(shell: Shell, { commands, operators }: AndOr): Promise<void> {
  for (const [index, command] of commands.entries()) {
    const operator = operators[index - 1];
    if (operator && (operator === '&&') !== (shell.status === 0)) continue;
    if (index === commands.length - 1) await runNode(shell, command);
    else await tolerating(shell, () => runNode(shell, command));
  }
}

/** Runs `work`, whose failure does not end the script under `set -e`. */
async function tolerating<T>(shell: Shell, work: () => Promise<T>): Promise<T> {
  shell.tolerant += 1;
  try {
    return await work();
  } finally {
    shell.tolerant -= 1;
  }
}

/** Commands whose failures were already handled inside them: by the ERR trap and `set -e`. */
const TOLD_INSIDE = new Set([
  'BraceGroup',
  'If',
  'For',
  'ArithmeticFor',
  'While',
  'Select',
  'Case',
  'Function',
  'Coproc',
]);

async function runNode(shell: Shell, node: PipelineNode): Promise<void> {
  if (node.type === 'Pipeline') return runPipeline(shell, node);
  const wrong = await executeCommand(shell, node);
  const kind = node.type === 'Redirected' ? node.command.type : node.type;
  shell.pipeStatus = [shell.status];
  if (shell.status !== 0 && (wrong || !TOLD_INSIDE.has(kind))) await afterFailure(shell);
}

/** Runs one command in this shell. True if the shell itself reported an error in it, such as a wrong redirection. */
async function executeCommand(shell: Shell, node: CommandNode): Promise<boolean> {
  let wrong = false;
  shell.task.check();
  const wait = breathe();
  if (wait) await shell.task.wait(wait);
  if (shell.pendingTraps.length > 0) await runPendingTraps(shell);
  shell.position = node.pos;
  if (!shell.trapping) shell.current = { source: shell.source, pos: node.pos, end: node.end };
  try {
    if (node.type === 'Command') await runSimple(shell, node);
    else await runCompound(shell, node);
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    await shell.tell(error);
    if (error.ends !== 'command') throw error;
    shell.status = shell.isSh ? 2 : error.status;
    wrong = true;
  }
  if (shell.pendingTraps.length > 0) await runPendingTraps(shell);
  // A signal may have stopped it.
  if (shell.task.isStopped) await shell.task.wait(Promise.resolve());
  return wrong;
}

async function runPipeline(shell: Shell, node: Pipeline): Promise<void> {
  const time = node.prefixes.find((prefix) => prefix.type === 'Time');
  const negated = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
  const started = performance.now();
  const run = () => runStages(shell, node);
  await (negated ? tolerating(shell, run) : run());
  if (negated) shell.status = shell.status === 0 ? 1 : 0;
  if (time) await tellTime(shell, performance.now() - started, time.posix !== undefined);
  if (negated) return;
  shell.position = node.commands.at(-1)?.pos ?? shell.position;
  await afterFailure(shell);
}

async function runStages(shell: Shell, node: Pipeline): Promise<void> {
  const { commands, operators } = node;
  const [only, more] = commands;
  if (!only) return;
  if (!more) {
    await tolerating(shell, () => executeCommand(shell, only));
    shell.pipeStatus = [shell.status];
    return;
  }
  shell.system.tasks.expectRoom(commands.length);
  const lastHere = shell.shopts.has('lastpipe') && !shell.options.has('monitor');
  const running: Promise<number>[] = [];
  const tasks: ShellTask[] = [];
  let input: File | undefined;
  let here: (() => Promise<number>) | undefined;
  for (const [index, command] of commands.entries()) {
    const last = index === commands.length - 1;
    const pipe = last ? undefined : makePipe();
    if (last && lastHere) here = lastStage(shell, command, input);
    else {
      if (command.type === 'Command') {
        await debugTrap(shell, command);
        if (!shell.trapping) shell.current = { source: shell.source, pos: command.pos, end: command.end };
      }
      const child = shell.fork(shell.source.text.slice(command.pos, command.end));
      if (command.type === 'Command') child.traps.delete('DEBUG');
      child.subshellLevel = shell.subshellLevel + (command.type === 'Command' ? 0 : 1);
      child.traps.delete('EXIT');
      child.replaceable = command.type === 'Command';
      putInFront(shell, tasks, child.task);
      if (input) {
        child.fds.set(0, input);
        child.keepsInput = true;
      }
      if (pipe) {
        child.fds.set(1, pipe.writer);
        if (operators[index] === '|&') child.fds.set(2, pipe.writer);
      }
      // A stage that fails is the pipeline's failure: only what is inside a group runs the ERR trap.
      running.push(
        runToEnd(child, async () => {
          await executeCommand(child, command);
        }),
      );
    }
    input = pipe?.reader;
  }
  const done = Promise.all(here ? [...running, here()] : running);
  shell.pipeStatus = [...(await inForeground(shell, { tasks, command: commandText(node, shell.source.text), done }))];
  const lastFailure = shell.pipeStatus.findLast((status) => status !== 0);
  shell.status = (shell.options.has('pipefail') ? lastFailure : shell.pipeStatus.at(-1)) ?? 0;
}

async function runNodeAsJob(child: Shell, command: CommandNode): Promise<void> {
  await executeCommand(child, command);
  const kind = command.type === 'Redirected' ? command.command.type : command.type;
  if (child.status !== 0 && !TOLD_INSIDE.has(kind)) await afterFailure(child);
}

/** With `lastpipe` the last command of a pipeline runs in the shell itself. */
const lastStage = (shell: Shell, command: CommandNode, input: File | undefined) => async (): Promise<number> => {
  const { fds } = shell;
  shell.fds = fds.clone();
  if (input) shell.fds.set(0, input);
  try {
    await executeCommand(shell, command);
    return shell.status;
  } finally {
    shell.fds.closeAll();
    shell.fds = fds;
  }
};

const NOTHING = new OpenFile({ read: () => undefined }, undefined);

async function startInBackground(shell: Shell, node: PipelineNode | AndOr): Promise<void> {
  const text = commandText(node, shell.source.text);
  const child = shell.fork(text);
  child.traps.delete('EXIT');
  child.replaceable = node.type === 'Command';
  if (shell.interactive) child.task.group = child.task.pid;
  if (!shell.interactive && !shell.options.has('monitor') && !shell.keepsInput) child.fds.set(0, NOTHING);
  const done = runToEnd(child, () =>
    node.type === 'AndOr'
      ? runAndOr(child, node)
      : node.type === 'Pipeline'
        ? runPipeline(child, node)
        : // A subshell in the background is one process, so that signals reach its traps.
          node.type === 'Subshell'
          ? runStatements(child, node.body.commands)
          : runNodeAsJob(child, node),
  );
  const job = shell.jobs.add([child.task], text, done);
  shell.lastBackground = child.task.pid;
  shell.status = 0;
  if (shell.interactive) await shell.write(2, `[${job.number}] ${job.pid}\n`);
}
