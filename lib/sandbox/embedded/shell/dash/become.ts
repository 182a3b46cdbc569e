import { forgetComputed } from '../language/computed';
import type { Shell } from '../language/shell';

/** Variables that a shell sets of itself, if it is bash. */
const OF_BASH = [
  'BASH',
  'BASH_VERSION',
  'BASH_VERSINFO',
  'EUID',
  'UID',
  'HOSTNAME',
  'HOSTTYPE',
  'MACHTYPE',
  'OSTYPE',
  'SHLVL',
];

/** Makes dash of a shell that has run nothing yet: what dash is called `sh` on Debian. `env`: the environment it was given. */
export function becomeDash(shell: Shell, env: Readonly<Record<string, string>> = {}): void {
  shell.isSh = true;
  shell.options = new Set(['posix']);
  shell.jobs.fillsGaps = true;
  for (const name of ['expand_aliases', 'localvar_inherit']) shell.shopts.add(name);
  shell.functions.clear();
  forgetComputed(shell.vars);
  const parent = shell.vars.find('PPID');
  if (parent) parent.readonly = false;
  for (const name of OF_BASH) {
    const variable = shell.vars.find(name);
    if (variable) variable.readonly = false;
    shell.vars.unset(name);
    if (env[name] !== undefined) Object.assign(shell.vars.declare(name, false), { value: env[name], exported: true });
  }
}
