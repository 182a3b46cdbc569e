import { ShellError } from '../control';
import { assignmentLine } from './declare';
import type { Shell } from '../language/shell';
import { takeOptions, type Builtin } from './builtin';

const LETTERS: Readonly<Record<string, string>> = {
  a: 'allexport',
  b: 'notify',
  B: 'braceexpand',
  C: 'noclobber',
  E: 'errtrace',
  e: 'errexit',
  f: 'noglob',
  h: 'hashall',
  H: 'histexpand',
  k: 'keyword',
  m: 'monitor',
  n: 'noexec',
  p: 'privileged',
  P: 'physical',
  T: 'functrace',
  t: 'onecmd',
  u: 'nounset',
  v: 'verbose',
  x: 'xtrace',
};
const NAMES = [
  ...Object.values(LETTERS),
  'emacs',
  'history',
  'ignoreeof',
  'interactive-comments',
  'nolog',
  'pipefail',
  'posix',
  'vi',
].sort();

/** Turns an option of `set` on or off by name. Throws `ShellError` for an unknown one. */
export function setOption(shell: Shell, name: string, on: boolean): void {
  if (!NAMES.includes(name)) throw new ShellError(`${name}: invalid option name`, 2);
  if (name === 'vi' && on && shell.interactive)
    throw new ShellError('vi: lines are edited here with the keys of emacs');
  if (on) shell.options.add(name);
  else shell.options.delete(name);
  if (name !== 'posix') return;
  if (on) shell.vars.set('POSIXLY_CORRECT', 'y');
  else shell.vars.unset('POSIXLY_CORRECT');
}

export const set: Builtin = async (shell, args) => {
  if (args.length === 0) {
    const lines = shell.vars.names().map((name) => {
      const variable = shell.vars.find(name);
      return variable ? assignmentLine(name, variable) : assignmentLine(name, { value: shell.vars.get(name) ?? '' });
    });
    await shell.write(1, lines.join(''));
    return 0;
  }
  const rest = [...args];
  while (/^[-+]./.test(rest[0] ?? '') && rest[0] !== '--') {
    const word = rest.shift() ?? '';
    const on = word.startsWith('-');
    for (const letter of word.slice(1)) {
      if (letter === 'o') await named(shell, rest, on);
      else {
        const name = LETTERS[letter];
        if (!name) throw new ShellError(`${word.charAt(0)}${letter}: invalid option`, 2);
        setOption(shell, name, on);
      }
    }
    if (rest.length === 0) return 0;
  }
  if (rest[0] === '--') shell.positional = rest.slice(1);
  else if (rest[0] === '-') {
    shell.options.delete('xtrace');
    shell.options.delete('verbose');
    if (rest.length > 1) shell.positional = rest.slice(1);
  } else if (rest.length > 0) shell.positional = rest;
  return 0;
};

async function named(shell: Shell, rest: string[], on: boolean): Promise<void> {
  const name = rest[0] === undefined || /^[-+]/.test(rest[0]) ? undefined : rest.shift();
  if (name !== undefined) {
    setOption(shell, name, on);
    return;
  }
  const lines = NAMES.map((option) => {
    const is = shell.options.has(option);
    return on ? `${option.padEnd(15)}\t${is ? 'on' : 'off'}\n` : `set ${is ? '-' : '+'}o ${option}\n`;
  });
  await shell.write(1, lines.join(''));
}

const SHOPTS = [
  'autocd',
  'assoc_expand_once',
  'cdable_vars',
  'cdspell',
  'checkhash',
  'checkjobs',
  'checkwinsize',
  'cmdhist',
  'compat31',
  'compat32',
  'compat40',
  'compat41',
  'compat42',
  'compat43',
  'compat44',
  'complete_fullquote',
  'direxpand',
  'dirspell',
  'dotglob',
  'execfail',
  'expand_aliases',
  'extdebug',
  'extglob',
  'extquote',
  'failglob',
  'force_fignore',
  'globasciiranges',
  'globskipdots',
  'globstar',
  'gnu_errfmt',
  'histappend',
  'histreedit',
  'histverify',
  'hostcomplete',
  'huponexit',
  'inherit_errexit',
  'interactive_comments',
  'lastpipe',
  'lithist',
  'localvar_inherit',
  'localvar_unset',
  'login_shell',
  'mailwarn',
  'no_empty_cmd_completion',
  'nocaseglob',
  'nocasematch',
  'noexpand_translation',
  'nullglob',
  'patsub_replacement',
  'progcomp',
  'progcomp_alias',
  'promptvars',
  'restricted_shell',
  'shift_verbose',
  'sourcepath',
  'varredir_close',
  'xpg_echo',
];

export const shopt: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'opqsu');
  const [all, known] = options.has('o') ? [shell.options, NAMES] : [shell.shopts, SHOPTS];
  let status = 0;
  const names = rest.filter((name) => known.includes(name));
  for (const name of rest) {
    if (known.includes(name)) continue;
    await shell.complain(`shopt: ${name}: invalid ${options.has('o') ? '' : 'shell '}option name`);
    status = 1;
  }
  if ((options.has('s') || options.has('u')) && rest.length > 0) {
    for (const name of names) {
      if (options.has('s')) all.add(name);
      else all.delete(name);
    }
    return status;
  }
  for (const name of rest.length > 0 ? names : known) {
    const on = all.has(name);
    if (rest.length === 0 && ((options.has('s') && !on) || (options.has('u') && on))) continue;
    if (rest.length > 0 && !on) status = 1;
    if (options.has('q')) continue;
    const setting = options.has('o') ? `set ${on ? '-' : '+'}o ${name}` : `shopt ${on ? '-s' : '-u'} ${name}`;
    const line = options.has('p') ? setting : `${name.padEnd(15)}\t${on ? 'on' : 'off'}`;
    await shell.write(1, `${line}\n`);
  }
  return status;
};
