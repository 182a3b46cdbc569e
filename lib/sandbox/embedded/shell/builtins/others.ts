import { ShellError } from '../control';
import type { Shell } from '../language/shell';
import { takeOptions, type Builtin } from './builtin';

export const getopts: Builtin = async (shell, [spec, name, ...given]) => {
  if (spec === undefined || name === undefined) throw new ShellError('usage: getopts', 2);
  const args = given.length > 0 ? given : shell.positional;
  const quiet = spec.startsWith(':');
  const index = Number(shell.vars.get('OPTIND') ?? 1);
  const word = args[index - 1];
  const finish = (letter: string, argument: string | undefined, next: number, at = 1): number => {
    shell.vars.set(name, letter);
    if (argument === undefined) shell.vars.unset('OPTARG');
    else shell.vars.set('OPTARG', argument);
    shell.vars.set('OPTIND', String(next));
    shell.optionLetter = at;
    return letter === '?' && word === undefined ? 1 : 0;
  };
  if (word === undefined || !/^-./.test(word) || word === '--') {
    finish('?', undefined, word === '--' ? index + 1 : index);
    return 1;
  }
  const letter = word.charAt(shell.optionLetter);
  const last = shell.optionLetter === word.length - 1;
  const place = letter === ':' ? -1 : spec.indexOf(letter);
  if (place < 0) {
    if (!quiet)
      await shell.write(2, shell.isSh ? `Illegal option -${letter}\n` : `${shell.name}: illegal option -- ${letter}\n`);
    return finish('?', quiet ? letter : undefined, last ? index + 1 : index, last ? 1 : shell.optionLetter + 1);
  }
  if (spec[place + 1] !== ':')
    return finish(letter, undefined, last ? index + 1 : index, last ? 1 : shell.optionLetter + 1);
  const argument = last ? args[index] : word.slice(shell.optionLetter + 1);
  if (argument !== undefined) return finish(letter, argument, last ? index + 2 : index + 1);
  const lacking = shell.isSh
    ? `No arg for -${letter} option`
    : `${shell.name}: option requires an argument -- ${letter}`;
  if (!quiet) await shell.write(2, `${lacking}\n`);
  return finish(quiet ? ':' : '?', quiet ? letter : undefined, index + 1);
};

export const umask: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'pS');
  const [word] = rest;
  if (word === undefined) {
    const letters = (shift: number) =>
      ['r', 'w', 'x'].filter((_, at) => !((shell.umask >> shift) & (4 >> at))).join('');
    await shell.write(
      1,
      options.has('S')
        ? `u=${letters(6)},g=${letters(3)},o=${letters(0)}\n`
        : `${options.has('p') ? 'umask ' : ''}${shell.umask.toString(8).padStart(4, '0')}\n`,
    );
    return 0;
  }
  if (/^\d/.test(word) && !/^[0-7]{1,4}$/.test(word)) throw new ShellError(`${word}: octal number out of range`);
  if (/^[0-7]+$/.test(word)) shell.umask = Number.parseInt(word, 8) & 0o777;
  else shell.umask = symbolic(shell, word);
  return 0;
};

function symbolic(shell: Shell, word: string): number {
  let allowed = 0o777 & ~shell.umask;
  for (const clause of word.split(',')) {
    const [, who = '', operator, what = ''] = /^([ugoa]*)([-+=])([rwx]*)$/.exec(clause) ?? [];
    if (!operator) throw new ShellError(`\`${clause}': invalid symbolic mode operator`);
    const bits = Array.from(what).reduce((sum, letter) => sum | ({ r: 4, w: 2, x: 1 }[letter] ?? 0), 0);
    for (const [letter, shift] of [
      ['u', 6],
      ['g', 3],
      ['o', 0],
    ] as const) {
      if (who !== '' && !who.includes(letter) && !who.includes('a')) continue;
      if (operator === '=') allowed = (allowed & ~(7 << shift)) | (bits << shift);
      else if (operator === '+') allowed |= bits << shift;
      else allowed &= ~(bits << shift);
    }
  }
  return 0o777 & ~allowed;
}

const LIMITS: Readonly<Record<string, string>> = {
  n: '1024',
  u: '64',
  s: '8192',
  c: '0',
  f: 'unlimited',
  t: 'unlimited',
  v: 'unlimited',
  m: 'unlimited',
};

export const ulimit: Builtin = async (shell, args) => {
  const letters =
    args
      .filter((arg) => arg.startsWith('-'))
      .join('')
      .replaceAll(/[-HS]/g, '') || 'f';
  const unknown = Array.from(letters).find((letter) => !'abcdefiklmnpqrstuvxPRT'.includes(letter));
  if (unknown !== undefined) throw new ShellError(`-${unknown}: invalid option`, 2);
  const value = args.findLast((arg) => !arg.startsWith('-'));
  if (value !== undefined) {
    if (!/^\d+$|^(?:unlimited|hard|soft)$/.test(value)) throw new ShellError(`${value}: invalid number`);
    for (const letter of letters) {
      if (/\d|u/.test(value)) shell.limits.set(letter, value);
      if (/\d/.test(value) && 'dflmtuv'.includes(letter))
        await shell.complain(`ulimit: -${letter} ${value} is noted, but nothing in this sandbox holds programs to it`);
    }
    return 0;
  }
  const limitOf = (letter: string) => shell.limits.get(letter) ?? LIMITS[letter] ?? 'unlimited';
  const shown = letters.includes('a')
    ? Object.keys(LIMITS).map((letter) => `-${letter} ${limitOf(letter)}`)
    : Array.from(letters).map(limitOf);
  await shell.write(1, `${shown.join('\n')}\n`);
  return 0;
};

export const times: Builtin = async (shell) => {
  const seconds = (Date.now() - shell.startedAt) / 1000;
  const used = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(3)}s`;
  await shell.write(1, `${used} 0m0.000s\n0m0.000s 0m0.000s\n`);
  return 0;
};

export const callerBuiltin: Builtin = async (shell, [level]) => {
  const functions = shell.frames;
  const depth = Number(level ?? 0);
  const frame = functions[functions.length - 1 - depth];
  if (!frame) return 1;
  const above = functions[functions.length - 2 - depth]?.name ?? (shell.scriptFile === undefined ? undefined : 'main');
  // The text of `-c` is not a script, and has no main part.
  if (level !== undefined && above === undefined) return 1;
  const source = frame.callSource.name === 'bash' ? 'environment' : frame.callSource.name;
  const name = above === undefined ? 'NULL' : source;
  await shell.write(1, level === undefined ? `${frame.callLine} ${name}\n` : `${frame.callLine} ${above} ${name}\n`);
  return 0;
};
