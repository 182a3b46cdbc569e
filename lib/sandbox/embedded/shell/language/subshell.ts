import type { Script } from 'unbash';
import { BrokenPipe, collector, makePipe, type OpenFile } from '../io/open-file';
import { decode, concat } from '../../../bytes-text';
import { messageOf } from '@/lib/protocol/message-of';
import { withRedirections } from './redirect';
import { Exit, LoopJump, Return, ShellError } from '../control';
import type { Shell } from './shell';
import { Killed } from '../task';

/** Runs a shell's work and its EXIT trap, then closes the shell. Returns the status, also after `exit`, a signal or an error. */
export async function runToEnd(shell: Shell, work: () => Promise<void>): Promise<number> {
  let status = await statusOf(shell, work);
  const { killed } = shell.task;
  // The last command may have sent the signal.
  if (killed) status = killed.status;
  shell.status = status;
  if (shell.traps.has('EXIT') && killed?.signal !== 'KILL' && !(killed && shell.isSh)) {
    shell.task.revive();
    status = await statusOf(shell, async () => {
      const action = shell.traps.get('EXIT');
      shell.traps.delete('EXIT');
      if (action) await shell.language.text(shell, action, shell.source.name);
      shell.status = status;
    });
  }
  if (killed) {
    status = killed.status;
    shell.task.endedBy(killed.signal);
  }
  shell.fds.closeAll();
  shell.task.end();
  // In dash, a function may have returned more than a shell can.
  return status & 255;
}

async function statusOf(shell: Shell, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return shell.status;
  } catch (error) {
    return statusOfError(shell, error);
  }
}

/** The status of a shell that a thrown error ended; reports the error unless that has been done. */
export async function statusOfError(shell: Shell, error: unknown): Promise<number> {
  if (error instanceof Exit || error instanceof Return || error instanceof Killed) return error.status;
  if (error instanceof LoopJump) return shell.status;
  if (error instanceof BrokenPipe) return 141;
  if (error instanceof ShellError) {
    await shell.tell(error).catch(() => undefined);
    return shell.isSh ? 2 : error.status;
  }
  const text = error instanceof RangeError ? 'maximum nesting of functions or expansions exceeded' : messageOf(error);
  await shell.complain(text).catch(() => undefined);
  return 1;
}

/** The output of a script in a subshell. */
export async function substitute(shell: Shell, script: Script): Promise<string> {
  const child = shell.fork();
  const { file, parts } = collector();
  child.fds.set(1, file);
  child.traps.delete('EXIT');
  child.indirection += 1;
  // In dash, `set -e` holds inside wherever the substitution stands.
  if (shell.isSh) child.tolerant = 0;
  else if (!shell.shopts.has('inherit_errexit')) child.options.delete('errexit');
  const status = await shell.task.wait(
    runToEnd(child, () => {
      if (onlyReads(script) && !shell.isSh) return copyInput(child, script);
      const { source } = script;
      if (source === undefined) return shell.language.statements(child, script.commands);
      return shell.language.text(child, source, child.source.name, child.line);
    }),
  );
  shell.substituted = status;
  shell.status = status;
  return withoutEnd(decode(concat(parts)));
}

/** Whether the script is only `<file`, as in `$(<file)`, which returns the file's contents. */
function onlyReads({ commands: [only, more] }: Script): boolean {
  if (more || only?.command.type !== 'Command') return false;
  const { name, prefix, suffix } = only.command;
  const [first] = prefix;
  return !name && suffix.length === 0 && prefix.length === 1 && first?.type === 'Redirect' && first.operator === '<';
}

async function copyInput(child: Shell, { commands: [only] }: Script): Promise<void> {
  if (only?.command.type !== 'Command') return;
  await withRedirections(child, only.command.redirects, async () => {
    const input = child.fds.get(0);
    for (let next = await input?.read(); next; next = await input?.read()) await child.fds.get(1)?.target?.write(next);
  });
  child.status = 0;
}

const withoutEnd = (text: string): string => text.replaceAll('\0', '').replace(/\n+$/, '');

/** Starts a process substitution; returns the path of the shell's end of its pipe. */
export function connect(shell: Shell, script: Script, direction: '<' | '>'): string {
  const { reader, writer } = makePipe();
  const child = shell.fork();
  const [theirs, ours]: [OpenFile, OpenFile] = direction === '<' ? [writer, reader] : [reader, writer];
  child.fds.set(direction === '<' ? 1 : 0, theirs);
  child.traps.delete('EXIT');
  const fd = shell.fds.free(63, -1);
  shell.fds.set(fd, ours);
  const done = runToEnd(child, () => shell.language.statements(child, script.commands));
  shell.substitutions.push({ fd, done });
  return `/dev/fd/${fd}`;
}
