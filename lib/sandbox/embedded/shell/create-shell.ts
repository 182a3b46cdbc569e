import type { Descriptors } from './io/descriptors';
import { language } from './language';
import { importFunctions } from './language/exported-functions';
import { Shell, type ShellSystem } from './language/shell';
import type { ShellTask } from './task';
import { Variables } from './language/variables';

/** Creates a shell with its initial variables, including those of the environment. */
export function createShell(
  system: ShellSystem,
  task: ShellTask,
  {
    env,
    cwd,
    fds,
    pid = task.pid,
  }: { env: Readonly<Record<string, string>>; cwd: string; fds: Descriptors; pid?: number },
): Shell {
  const vars = new Variables();
  for (const [name, value] of Object.entries(env)) {
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    const variable = vars.declare(name, false);
    variable.value = value;
    variable.exported = true;
  }
  const shell = new Shell(system, language, vars, fds, cwd, task, pid);
  const { program } = task;
  if (program)
    task.program = {
      ...program,
      get cwd() {
        return shell.cwd;
      },
      get fds() {
        return shell.fds;
      },
    };
  const given: Record<string, string> = {
    PWD: cwd,
    PATH: '/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin:.',
    SHLVL: String(Number(env.SHLVL ?? 0) + 1),
    IFS: ' \t\n',
    OPTIND: '1',
    PS4: '+ ',
    HOSTNAME: 'toolyard',
    HOSTTYPE: 'x86_64',
    OSTYPE: 'linux-gnu',
    MACHTYPE: 'x86_64-pc-linux-gnu',
    BASH: '/usr/bin/bash',
    BASH_VERSION: '5.2.15(1)-release',
  };
  for (const [name, value] of Object.entries(given)) {
    const variable = vars.declare(name, false);
    if ((name === 'PATH' || name === 'PS4') && variable.value !== undefined) continue;
    variable.value = value;
    if (name === 'PWD' || name === 'SHLVL') variable.exported = true;
  }
  const versions = ['5', '2', '15', '1', 'release', 'x86_64-pc-linux-gnu'];
  vars.setArray('BASH_VERSINFO', new Map(versions.map((value, index) => [String(index), value])));
  for (const [name, value] of [
    ['UID', '1000'],
    ['EUID', '1000'],
    ['PPID', String(task.parent?.pid ?? 1)],
  ] as const) {
    Object.assign(vars.declare(name, false), { value, integer: true, readonly: true });
  }
  if (env.POSIXLY_CORRECT !== undefined) shell.options.add('posix');
  importFunctions(shell, env);
  return shell;
}
