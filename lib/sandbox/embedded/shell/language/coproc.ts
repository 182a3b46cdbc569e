import type { Coproc } from 'unbash';
import { makePipe } from '../io/open-file';
import type { Shell } from './shell';
import { runToEnd } from './subshell';

/** Starts a coprocess; an array with its name holds the descriptors of the pipes from it and to it. */
export async function startCoproc(shell: Shell, { name, body, pos, end }: Coproc): Promise<void> {
  const variable = name?.value ?? 'COPROC';
  const [toIt, fromIt] = [makePipe(), makePipe()];
  const child = shell.fork();
  child.traps.delete('EXIT');
  child.fds.set(0, toIt.reader);
  child.fds.set(1, fromIt.writer);
  const commands =
    body.type === 'CompoundList'
      ? body.commands
      : [{ type: 'Statement', pos, end, command: body, background: undefined } as const];
  const done = runToEnd(child, () => shell.language.statements(child, commands));
  const read = shell.fds.free(63, -1);
  shell.fds.set(read, fromIt.reader);
  const write = shell.fds.free(60, -1);
  shell.fds.set(write, toIt.writer);
  shell.vars.setArray(
    variable,
    new Map([
      ['0', String(read)],
      ['1', String(write)],
    ]),
  );
  shell.vars.set(`${variable}_PID`, String(child.task.pid));
  const forget = (): void => {
    for (const fd of [read, write]) shell.fds.close(fd);
    for (const made of [variable, `${variable}_PID`]) shell.vars.unset(made);
  };
  shell.jobs.add([child.task], shell.source.text.slice(pos, end), done, forget);
  shell.lastBackground = child.task.pid;
  shell.status = 0;
}
