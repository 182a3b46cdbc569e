import { ShellError } from '../control';
import { singleQuote } from '../language/quote-value';
import type { Shell } from '../language/shell';
import { takeOptions, withoutDashes, type Builtin } from './builtin';

/** Reserved words. */
export const KEYWORDS = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'time',
  'for',
  'in',
  'until',
  'while',
  'do',
  'done',
  'case',
  'esac',
  'coproc',
  'select',
  'function',
  '{',
  '}',
  '[[',
  ']]',
  '!',
]);

/** What a name means to the shell, in the order of lookup. */
function meanings(
  shell: Shell,
  name: string,
  isBuiltin: (shell: Shell, name: string) => boolean,
  skipFunctions = false,
): { kind: string; path?: string }[] {
  const found: { kind: string; path?: string }[] = [];
  if (shell.aliases.has(name) && (shell.interactive || shell.shopts.has('expand_aliases')))
    found.push({ kind: 'alias' });
  if (KEYWORDS.has(name)) found.push({ kind: 'keyword' });
  if (!skipFunctions && shell.functions.has(name)) found.push({ kind: 'function' });
  if (isBuiltin(shell, name)) found.push({ kind: 'builtin' });
  for (const path of shell.system.findAll(name, shell.cwd, shell.vars.get('PATH') ?? ''))
    found.push({ kind: 'file', path });
  return found;
}

export const makeType =
  (isBuiltin: (shell: Shell, name: string) => boolean): Builtin =>
  async (shell, args) => {
    const { options, rest } = takeOptions(args, 'afptP');
    let status = 0;
    for (const name of rest) {
      let found = meanings(shell, name, isBuiltin, options.has('f'));
      if (options.has('P')) found = found.filter(({ kind }) => kind === 'file');
      if (found.length === 0) {
        if (!options.has('t') && !options.has('P') && !options.has('p'))
          await shell.complain(`type: ${name}: not found`);
        status = 1;
      }
      if (options.has('p') && (options.has('a') || found[0]?.kind !== 'file'))
        found = options.has('a') ? found.filter(({ kind }) => kind === 'file') : [];
      for (const one of options.has('a') ? found : found.slice(0, 1)) {
        if (options.has('t')) await shell.write(1, `${one.kind}\n`);
        else if (options.has('P') || options.has('p')) await shell.write(1, `${one.path}\n`);
        else await shell.write(1, described(shell, name, one));
      }
    }
    return status;
  };

function described(shell: Shell, name: string, { kind, path }: { kind: string; path?: string }): string {
  switch (kind) {
    case 'alias':
      return `${name} is aliased to \`${shell.aliases.get(name)?.text}'\n`;
    case 'keyword':
      return `${name} is a shell keyword\n`;
    case 'function':
      return `${name} is a function\n${shell.language.describe(shell, name)}`;
    case 'builtin':
      return `${name} is a shell builtin\n`;
    default:
      return `${name} is ${path}\n`;
  }
}

export const makeCommand =
  (isBuiltin: (shell: Shell, name: string) => boolean): Builtin =>
  async (shell, args) => {
    const { options, rest } = takeOptions(args, 'pvV');
    if (!options.has('v') && !options.has('V')) {
      if (rest.length === 0) return 0;
      if (!options.has('p')) return shell.language.words(shell, rest, true);
      shell.vars.push();
      try {
        Object.assign(shell.vars.declare('PATH', true), { value: '/usr/bin:/bin', exported: true });
        return await shell.language.words(shell, rest, true);
      } finally {
        shell.vars.pop();
      }
    }
    let status = 1;
    for (const name of rest) {
      const [one] = meanings(shell, name, isBuiltin);
      if (!one) {
        if (options.has('V')) await shell.complain(`command: ${name}: not found`);
        continue;
      }
      status = 0;
      if (options.has('V')) await shell.write(1, described(shell, name, one));
      else if (one.kind === 'alias')
        await shell.write(1, `alias ${name}=${singleQuote(shell.aliases.get(name)?.text ?? '')}\n`);
      else await shell.write(1, `${one.path ?? name}\n`);
    }
    return status;
  };

/** `hash`: the programs that were looked up, with how often each was run. */
export const hashBuiltin: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'dlrt', 'p');
  const { hashed } = shell;
  if (options.has('r')) hashed.clear();
  const given = options.get('p');
  if (rest.length === 0) {
    if (options.has('r')) return 0;
    const lines = [...hashed].map(([name, { path, hits }]) =>
      options.has('l') ? `builtin hash -p ${path} ${name}\n` : `${String(hits).padStart(4)}\t${path}\n`,
    );
    if (lines.length === 0) await shell.write(1, options.has('l') ? '' : 'hash: hash table empty\n');
    else await shell.write(1, `${options.has('l') ? '' : 'hits\tcommand\n'}${lines.join('')}`);
    return 0;
  }
  let status = 0;
  for (const name of rest) {
    const held = hashed.get(name);
    const path = given ?? (options.has('d') || options.has('t') ? held?.path : shell.find(name));
    if (path === undefined) {
      if (options.size === 0 && shell.functions.has(name)) continue;
      await shell.complain(`hash: ${name}: not found`);
      status = 1;
    } else if (options.has('d')) hashed.delete(name);
    else if (options.has('t')) await shell.write(1, `${rest.length > 1 ? `${name}\t` : ''}${path}\n`);
    else hashed.set(name, { path, hits: 0, given: given !== undefined });
  }
  return status;
};

export const alias: Builtin = async (shell, args) => {
  let status = 0;
  const show = (name: string) => shell.write(1, `alias ${name}=${singleQuote(shell.aliases.get(name)?.text ?? '')}\n`);
  const words = args.filter((arg) => arg !== '-p' && arg !== '--');
  if (words.length === 0) for (const name of [...shell.aliases.keys()].sort()) await show(name);
  for (const word of words) {
    const at = word.indexOf('=');
    if (at > 0) shell.setAlias(word.slice(0, at), word.slice(at + 1));
    else if (shell.aliases.has(word)) await show(word);
    else {
      await shell.complain(`alias: ${word}: not found`);
      status = 1;
    }
  }
  return status;
};

export const unalias: Builtin = async (shell, words) => {
  let status = 0;
  const args = withoutDashes(words);
  if (args.length === 0) throw new ShellError('usage: unalias', 2);
  for (const name of args[0] === '-a' ? [...shell.aliases.keys()] : args) {
    if (shell.aliases.has(name)) shell.setAlias(name, undefined);
    else {
      await shell.complain(`unalias: ${name}: not found`);
      status = 1;
    }
  }
  return status;
};

/** `enable`: lists builtins, or turns them on or off; a program of that name runs in place of one that is off. */
export async function enable(shell: Shell, args: readonly string[], builtins: readonly string[]): Promise<number> {
  const { options, rest } = takeOptions(args, 'anps');
  const off = options.has('n');
  if (rest.length === 0 || options.has('p')) {
    const lines = [...builtins].sort().flatMap((name) => {
      const isOff = shell.disabled.has(name);
      if (!options.has('a') && isOff !== off) return [];
      return [`enable ${isOff ? '-n ' : ''}${name}\n`];
    });
    await shell.write(1, lines.join(''));
    return 0;
  }
  let status = 0;
  for (const name of rest) {
    if (!builtins.includes(name)) {
      await shell.complain(`enable: ${name}: not a shell builtin`);
      status = 1;
    } else if (off) shell.disabled.add(name);
    else shell.disabled.delete(name);
  }
  return status;
}
