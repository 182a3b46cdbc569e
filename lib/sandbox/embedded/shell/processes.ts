import type { Processes, ProcProcess } from '../program/proc-files';
import type { ShellTask, TaskTable } from './task';

/** The programs of a shell's worker, as `/proc` shows them. `self` is the shell. */
export const processesOf = (tasks: TaskTable, self: number): Processes => ({
  self,
  pids: () => [...tasks.running.keys()],
  find: (pid) => {
    const task = tasks.running.get(pid);
    return task && processOf(task);
  },
});

function processOf({ pid, parent, program, name }: ShellTask): ProcProcess {
  const { argv = [name], env = {}, cwd = '/', fds } = program ?? {};
  const files = fds?.entries().map(([fd, file]) => [fd, targetOf(fd, file)] as const) ?? [];
  return { pid, ppid: parent?.pid ?? 0, argv, env, cwd, fds: new Map(files) };
}

const targetOf = (fd: number, { about }: { about: { terminal?: boolean; path?: string; socket?: boolean } }): string =>
  about.path ?? (about.terminal ? '/dev/tty' : `${about.socket ? 'socket' : 'pipe'}:[${1000 + fd}]`);

/** A path as the kernel understands it for a program: `/proc/self` is the program's own folder. */
export const ownPath = (path: string, pid: number): string =>
  path.startsWith('/proc/self/') ? `/proc/${pid}${path.slice('/proc/self'.length)}` : path;
