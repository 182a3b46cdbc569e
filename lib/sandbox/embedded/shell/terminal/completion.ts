import { KEYWORDS } from '../builtins/lookup';
import { BUILTINS } from '../builtins';
import { resolveFrom } from '../../../paths';
import type { Shell } from '../language/shell';
import { argumentWords } from './argument-words';
import type { Completion } from './line-editor';

/** What a word may begin after, so that it names a command. */
const BEFORE_COMMAND =
  /(?:^|[;&|({`!]|\$\(|(?:^|\s)(?:then|do|else|elif|if|while|until|time|exec|command|sudo|xargs))\s*$/;
const SPECIAL = /[\s'"\\$`&|;<>()*?[\]{}!#~]/g;

interface Found {
  name: string;
  /** What it is listed as. */
  shown: string;
  folder: boolean;
}

/** What the word before the cursor can be completed to: a variable, a command, or a file. */
export function completionsOf(shell: Shell, line: string): Completion {
  const { start, quote } = wordAt(line);
  const typed = line.slice(start);
  const variable = /\$(\{?)(\w*)$/.exec(typed);
  if (variable && quote !== "'") {
    const [whole, brace = '', begun = ''] = variable;
    const before = typed.slice(0, -whole.length);
    const names = shell.vars.names().filter((name) => name.startsWith(begun));
    const found = names.map((name) => ({
      name: `${before}$${brace}${name}${brace ? '}' : ''}`,
      shown: name,
      folder: isFolder(shell, shell.vars.get(name)),
    }));
    return asCompletion(typed, found, (name) => name, quote);
  }
  const word = unquoted(typed.slice(quote.length), quote);
  const commands =
    BEFORE_COMMAND.test(line.slice(0, start)) && !word.includes('/') && quote === '' ? commandsLike(shell, word) : [];
  const before =
    line
      .slice(0, start)
      .split(/[;&|({`]/)
      .at(-1) ?? '';
  const known = argumentWords(shell, before.trim().split(/\s+/)).filter((name) => name.startsWith(word));
  const names =
    commands.length > 0 ? commands : [...new Set(known)].map((name) => ({ name, shown: name, folder: false }));
  const found = names.length > 0 ? names : filesLike(shell, word);
  const written = (name: string) => {
    if (quote === "'") return quote + name.replaceAll("'", String.raw`'\''`);
    if (quote === '"') return quote + name.replaceAll(/["\\$`]/g, String.raw`\$&`);
    return name.replaceAll(SPECIAL, (char, at) => (char === '~' && at > 0 ? char : `\\${char}`));
  };
  return asCompletion(typed, found, word.startsWith('~/') ? (name) => `~${written(name.slice(1))}` : written, quote);
}

function asCompletion(typed: string, found: Found[], written: (name: string) => string, quote: string): Completion {
  const [only, more] = found;
  const words = found.map(({ name, folder }) => written(name) + (folder ? '/' : ''));
  return {
    replaces: typed.length,
    words: only && !more && !only.folder ? [`${written(only.name)}${quote} `] : words,
    listed: found.map(({ shown, folder }) => shown + (folder ? '/' : '')),
  };
}

/** Where the last word of a line begins, and the quote that is open in it. */
function wordAt(line: string): { start: number; quote: string } {
  let [start, quote] = [0, ''];
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '\\' && quote !== "'") at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === "'" || char === '"') {
      quote = char;
      if (/(?:^|[\s;&|<>(=])$/.test(line.slice(0, at))) start = at;
    } else if (/[\s;&|<>(=]/.test(char)) start = at + 1;
  }
  return { start, quote };
}

const unquoted = (text: string, quote: string): string =>
  quote === "'" ? text : text.replaceAll(/\\([\s\S])|["']/g, '$1');

function commandsLike(shell: Shell, start: string): Found[] {
  if (start === '') return [];
  const { functions, aliases, system } = shell;
  const all = new Set([
    ...aliases.keys(),
    ...KEYWORDS,
    ...functions.keys(),
    ...BUILTINS.keys(),
    ...system.commandNames(),
  ]);
  return [...all]
    .filter((name) => name.startsWith(start))
    .sort()
    .map((name) => ({ name, shown: name, folder: false }));
}

function filesLike(shell: Shell, word: string): Found[] {
  const folder = word.slice(0, word.lastIndexOf('/') + 1);
  const start = word.slice(folder.length);
  const there = folder.replace(/^~(?=\/)/, () => shell.vars.get('HOME') ?? '~');
  try {
    return shell.system.sys
      .list(resolveFrom(shell.cwd, there || '.'))
      .filter(({ name }) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
      .map(({ name }) => ({ name: folder + name, shown: name, folder: isFolder(shell, there + name) }));
  } catch {
    return [];
  }
}

function isFolder(shell: Shell, path: string | undefined): boolean {
  try {
    return !!path && shell.system.sys.stat(resolveFrom(shell.cwd, path)).type === 'directory';
  } catch {
    return false;
  }
}
