import { resolveFrom } from '../../../paths';
import { errorText } from '../io/error-text';
import { pathFrom } from '../io/path-from';
import { ShellError } from '../control';
import type { Shell } from '../language/shell';
import { takeOptions, type Builtin } from './builtin';

export const cd: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'LPe@');
  if (rest.length > 1) throw new ShellError('too many arguments');
  const [given] = rest;
  const target = given ?? shell.vars.get('HOME');
  if (target === undefined) throw new ShellError('HOME not set');
  const back = target === '-';
  const to = back ? shell.vars.get('OLDPWD') : target;
  if (to === undefined) throw new ShellError('OLDPWD not set');
  const along = back || /^(?:\/|\.\.?(?:\/|$))/.test(to) ? undefined : searched(shell, to);
  enter(shell, along ?? to, options.has('P') || (shell.options.has('physical') && !options.has('L')));
  if (back || along !== undefined) await shell.write(1, `${shell.cwd}\n`);
  return 0;
};

/** A folder found along CDPATH. */
function searched(shell: Shell, to: string): string | undefined {
  for (const base of (shell.vars.get('CDPATH') ?? '').split(':').filter(Boolean)) {
    const path = resolveFrom(resolveFrom(shell.cwd, base), to);
    try {
      if (shell.system.sys.stat(path).type === 'directory') return path;
    } catch {
      // Not there.
    }
  }
  return undefined;
}

/** Changes the shell's current folder. */
function enter(shell: Shell, path: string, physical: boolean): void {
  const { sys } = shell.system;
  const full = physical ? pathFrom(sys, shell.cwd, path) : resolveFrom(shell.cwd, path);
  try {
    // As for the system, a folder has to be there even if `..` leaves it again.
    for (const { index } of path.matchAll(/\/\.\.(?=\/|$)/g)) sys.stat(resolveFrom(shell.cwd, path.slice(0, index)));
    if (sys.stat(full).type !== 'directory') throw new ShellError(`${path}: Not a directory`);
    // The link to a program's own folder would lead to itself there.
    const place = physical || /^\/proc\/[^/]+\/cwd(?:\/|$)/.test(full) ? sys.realpath(full) : full;
    shell.vars.set('OLDPWD', shell.cwd);
    shell.vars.writable('OLDPWD').exported = true;
    shell.cwd = place;
    shell.vars.set('PWD', place);
    shell.vars.writable('PWD').exported = true;
  } catch (error) {
    if (error instanceof ShellError) throw error;
    throw new ShellError(`${path}: ${errorText(error)}`);
  }
}

export const pwd: Builtin = async (shell, args) => {
  const { options } = takeOptions(args, 'LP');
  await shell.write(1, `${options.has('P') ? shell.system.sys.realpath(shell.cwd) : shell.cwd}\n`);
  return 0;
};

const shown = (shell: Shell, path: string): string => {
  const home = shell.vars.get('HOME');
  return home && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
};

const listed = (shell: Shell): string =>
  `${[shell.cwd, ...shell.dirStack].map((path) => shown(shell, path)).join(' ')}\n`;

export const pushd: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(
    args.filter((arg) => !/^[-+]\d+$/.test(arg)),
    'n',
  );
  const turn = args.find((arg) => /^[-+]\d+$/.test(arg));
  const all = [shell.cwd, ...shell.dirStack];
  if (turn !== undefined) {
    const by = turn.startsWith('+') ? Number(turn.slice(1)) : all.length - 1 - Number(turn.slice(1));
    if (by < 0 || by >= all.length) throw new ShellError(`${turn}: directory stack index out of range`);
    const turned = [...all.slice(by), ...all.slice(0, by)];
    enter(shell, turned[0] ?? shell.cwd, false);
    shell.dirStack = turned.slice(1);
  } else if (rest[0] === undefined) {
    const [other, ...more] = shell.dirStack;
    if (other === undefined) throw new ShellError('no other directory');
    const from = shell.cwd;
    enter(shell, other, false);
    shell.dirStack = [from, ...more];
  } else {
    const from = shell.cwd;
    if (options.has('n')) shell.dirStack = [resolveFrom(shell.cwd, rest[0]), ...shell.dirStack];
    else {
      enter(shell, rest[0], false);
      shell.dirStack = [from, ...shell.dirStack];
    }
  }
  await shell.write(1, listed(shell));
  return 0;
};

export const popd: Builtin = async (shell, args) => {
  const which = args.find((arg) => /^[-+]\d+$/.test(arg));
  if (shell.dirStack.length === 0) throw new ShellError('directory stack empty');
  const at =
    which === undefined
      ? 0
      : which.startsWith('+')
        ? Number(which.slice(1))
        : shell.dirStack.length - Number(which.slice(1));
  if (at > shell.dirStack.length || at < 0) throw new ShellError(`${which}: directory stack index out of range`);
  if (at === 0 && args.includes('-n')) shell.dirStack.shift();
  else if (at === 0) enter(shell, shell.dirStack.shift() ?? shell.cwd, false);
  else shell.dirStack.splice(at - 1, 1);
  await shell.write(1, listed(shell));
  return 0;
};

export const dirs: Builtin = async (shell, args) => {
  const { options } = takeOptions(
    args.filter((arg) => !/^[-+]\d+$/.test(arg)),
    'clpv',
  );
  if (options.has('c')) {
    shell.dirStack = [];
    return 0;
  }
  const stack = [shell.cwd, ...shell.dirStack].map((path) => (options.has('l') ? path : shown(shell, path)));
  const which = args.findLast((arg) => /^[-+]\d+$/.test(arg));
  const at = which?.startsWith('-') ? stack.length - 1 - Number(which.slice(1)) : Number(which);
  if (which !== undefined && stack[at] === undefined)
    throw new ShellError(`${which}: directory stack index out of range`);
  const all = which === undefined ? stack : stack.slice(at, at + 1);
  if (options.has('v'))
    await shell.write(1, all.map((path, index) => `${String(index).padStart(2)}  ${path}\n`).join(''));
  else await shell.write(1, `${all.join(options.has('p') ? '\n' : ' ')}\n`);
  return 0;
};
