import { inLocale } from '../language/locale-text';
import { expandPathname } from '../language/pathname';
import { escapePattern, patternRegExp } from '../language/pattern';
import { SIGNALS } from '../task';
import { ShellError } from '../control';
import { expandWords } from '../language/expand';
import { parseWord } from '@/lib/shell-syntax/words';
import type { Shell } from '../language/shell';
import { takeOptions } from './builtin';
import { KEYWORDS } from './lookup';

/** The actions of `-A`, by the letters that mean the same. */
export const ACTIONS: Readonly<Record<string, string>> = {
  a: 'alias',
  b: 'builtin',
  c: 'command',
  d: 'directory',
  e: 'export',
  f: 'file',
  g: 'group',
  j: 'job',
  k: 'keyword',
  s: 'service',
  u: 'user',
  v: 'variable',
};

/** `compgen`: prints what a word can be completed to. Status 1 if there is nothing. */
export async function compgen(shell: Shell, args: readonly string[], builtins: Iterable<string>): Promise<number> {
  const { options, rest } = takeOptions(args, 'abcdefgjkuvs', 'oAGWFCXPS');
  for (const letter of 'oFC') if (options.has(letter)) throw new ShellError(`-${letter} is not here`, 2);
  const [start = ''] = rest;
  const actions = [...options.keys()].flatMap((letter) => ACTIONS[letter] ?? []);
  const named = options.get('A');
  if (named !== undefined) actions.push(named);
  const words: string[] = [];
  for (const action of actions) {
    const of = wordsOf(shell, action, start, builtins);
    if (!of) throw new ShellError(`${action}: invalid action name`, 2);
    words.push(...of);
  }
  const glob = options.get('G');
  if (glob !== undefined) words.push(...filesLike(shell, glob));
  const list = options.get('W');
  if (list !== undefined)
    words.push(
      ...(await expandWords(
        shell,
        list
          .split(/[ \t\n]+/)
          .filter(Boolean)
          .map(parseWord),
      )),
    );
  const [, keeps = '', given] = /^(!?)(.*)$/s.exec(options.get('X') ?? '') ?? [];
  const out = given ? patternRegExp(given.replaceAll('&', start)) : undefined;
  const found = words.filter((word) => word.startsWith(start) && (!out || out.test(word) === (keeps === '!')));
  await shell.write(1, found.map((word) => `${options.get('P') ?? ''}${word}${options.get('S') ?? ''}\n`).join(''));
  return found.length > 0 ? 0 : 1;
}

function wordsOf(shell: Shell, action: string, start: string, builtins: Iterable<string>): string[] | undefined {
  const { vars, functions, aliases, system } = shell;
  switch (action) {
    case 'alias':
      return [...aliases.keys()].sort();
    case 'builtin':
      return [...builtins].sort();
    case 'command':
      return [...aliases.keys(), ...KEYWORDS, ...functions.keys(), ...builtins, ...system.commandNames()];
    case 'directory':
    case 'file':
      return filesLike(shell, `${escapePattern(start)}*`).filter((path) => action === 'file' || isFolder(shell, path));
    case 'export':
      return Object.keys(vars.exported()).sort();
    case 'function':
      return [...functions.keys()].sort();
    case 'job':
    case 'service':
      return [];
    case 'keyword':
      return [...KEYWORDS];
    case 'signal':
      return ['EXIT', ...Object.keys(SIGNALS).map((name) => `SIG${name}`)];
    case 'group':
    case 'user':
      return [vars.get('USER') ?? 'user'];
    case 'variable':
      return vars.names();
    default:
      return undefined;
  }
}

const filesLike = (shell: Shell, pattern: string): string[] =>
  expandPathname(shell.system.sys, shell.cwd, pattern, {
    dotglob: pattern.endsWith('.*') || pattern === '*',
    globstar: false,
    nocaseglob: false,
    inLocale: (text) => inLocale(shell, text),
  });

const isFolder = (shell: Shell, path: string): boolean =>
  shell.system.sys.stat(path.startsWith('/') ? path : `${shell.cwd}/${path}`).type === 'directory';
