import { ownValue } from '@/lib/protocol/own-value';
import { CommandFailure } from '../context';
import type { MakeFolder } from './folder';

interface Variable {
  readonly value: string;
  /** Set with `:=`, that is, expanded when it was set. */
  readonly simple: boolean;
  /** Set on the command line, so that the file cannot change it. */
  readonly fixed: boolean;
  /** What `$(origin …)` says. */
  readonly origin: 'default' | 'environment' | 'file' | 'command line' | 'override';
}

/** What `$(wildcard …)`, `$(shell …)` and the like need from the system. */
export interface MakeSystem {
  readonly folder: MakeFolder;
  shell(command: string): Promise<string>;
  /** Reads text as a makefile, for `$(eval …)`. */
  read(text: string): Promise<void>;
  /** Writes what `$(info …)` or `$(warning …)` says, and throws for `$(error …)`. */
  tell(kind: 'info' | 'warning' | 'error', text: string): Promise<void>;
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The part of a word that `%` in a pattern matches; undefined if the word does not match. */
export function stemOf(pattern: string, word: string): string | undefined {
  const at = pattern.indexOf('%');
  if (at < 0) return pattern === word ? '' : undefined;
  const [start, end] = [pattern.slice(0, at), pattern.slice(at + 1)];
  if (word.length < start.length + end.length || !word.startsWith(start) || !word.endsWith(end)) return undefined;
  return word.slice(start.length, word.length - end.length);
}

const patsubst = (from: string, to: string, text: string): string =>
  words(text)
    .map((word) => {
      const stem = stemOf(from, word);
      return stem === undefined ? word : to.replace('%', stem);
    })
    .join(' ');

const each = (change: (word: string) => string) => (text: string) => words(text).map(change).join(' ');
const suffixOf = (word: string): string => /\.[^./]*$/.exec(word)?.[0] ?? '';

type Plain = (args: readonly string[]) => string;

const FUNCTIONS: Readonly<Record<string, Plain>> = {
  subst: ([from = '', to = '', text = '']) => text.replaceAll(from, to),
  patsubst: ([from = '', to = '', text = '']) => patsubst(from, to, text),
  strip: ([text = '']) => words(text).join(' '),
  findstring: ([wanted = '', text = '']) => (text.includes(wanted) ? wanted : ''),
  filter: ([patterns = '', text = '']) =>
    words(text)
      .filter((word) => words(patterns).some((one) => stemOf(one, word) !== undefined))
      .join(' '),
  'filter-out': ([patterns = '', text = '']) =>
    words(text)
      .filter((word) => !words(patterns).some((one) => stemOf(one, word) !== undefined))
      .join(' '),
  sort: ([text = '']) => [...new Set(words(text))].toSorted().join(' '),
  word: ([at = '1', text = '']) => words(text)[Number(at) - 1] ?? '',
  wordlist: ([from = '1', to = '1', text = '']) =>
    words(text)
      .slice(Number(from) - 1, Number(to))
      .join(' '),
  words: ([text = '']) => String(words(text).length),
  firstword: ([text = '']) => words(text)[0] ?? '',
  lastword: ([text = '']) => words(text).at(-1) ?? '',
  dir: ([text = '']) => each((word) => word.slice(0, word.lastIndexOf('/') + 1) || './')(text),
  notdir: ([text = '']) => each((word) => word.slice(word.lastIndexOf('/') + 1))(text),
  suffix: ([text = '']) => words(text).map(suffixOf).filter(Boolean).join(' '),
  basename: ([text = '']) => each((word) => word.slice(0, word.length - suffixOf(word).length))(text),
  addprefix: ([start = '', text = '']) => each((word) => start + word)(text),
  addsuffix: ([end = '', text = '']) => each((word) => word + end)(text),
  join: ([a = '', b = '']) =>
    words(a)
      .map((word, at) => word + (words(b)[at] ?? ''))
      .join(' '),
};

/** Splits the arguments of a function at commas that are not in brackets. */
function splitArguments(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(' || char === '{') depth++;
    if (char === ')' || char === '}') depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + char);
  }
  return parts;
}

const DEEPEST = 200;

/** What the variables of one target give its commands. */
export interface TargetScope {
  env: Record<string, string>;
  values: Map<string, string>;
}

/** The variables of a makefile. */
export class MakeVariables {
  private readonly known = new Map<string, Variable>();
  private readonly exported = new Map<string, boolean>();
  /** Whether `export` without names has been seen. */
  private exportsAll = false;
  private depth = 0;

  constructor(
    private readonly system: MakeSystem,
    env: Readonly<Record<string, string>>,
    /** `make -e`: what the environment sets, the file cannot change. */
    private readonly environmentWins = false,
  ) {
    for (const [name, value] of Object.entries({
      MAKE: 'make',
      CC: 'cc',
      CXX: 'g++',
      SHELL: '/bin/sh',
      '.SHELLFLAGS': '-c',
      RM: 'rm -f',
      AR: 'ar',
    }))
      this.known.set(name, { value, simple: true, fixed: false, origin: 'default' });
    for (const [name, value] of Object.entries(env))
      if (name !== 'SHELL') this.known.set(name, { value, simple: true, fixed: false, origin: 'environment' });
  }

  async set(name: string, how: string, written: string, origin: Variable['origin'] = 'file'): Promise<void> {
    const old = this.known.get(name);
    const fixed = origin === 'command line';
    if (
      ((old?.fixed || (old?.origin === 'environment' && this.environmentWins)) && origin === 'file') ||
      (how === '?=' && old)
    )
      return;
    const set = (value: string, simple: boolean) => this.known.set(name, { value, simple, fixed, origin });
    if (how === ':=' || how === '::=') set(await this.expand(written), true);
    else if (how === '!=') set(await this.system.shell(await this.expand(written)), true);
    else if (how === '+=' && old) {
      const more = old.simple ? await this.expand(written) : written;
      this.known.set(name, { ...old, value: old.value === '' ? more : `${old.value} ${more}` });
    } else set(written, false);
  }

  /** `export` and `unexport`; without names, all variables of the file are meant. */
  export(names: readonly string[], on: boolean): void {
    if (names.length === 0) this.exportsAll = on;
    for (const name of names) this.exported.set(name, on);
  }

  /** What the file adds to the environment of recipes; undefined where it takes a variable out. */
  async environment(): Promise<Record<string, string | undefined>> {
    const env: Record<string, string | undefined> = {};
    for (const [name, { origin }] of this.known) {
      const usual = origin === 'environment' || origin === 'command line' || (this.exportsAll && origin === 'file');
      if (!/^[A-Za-z_]\w*$/.test(name) || name === 'MAKEFLAGS' || name === 'CURDIR') continue;
      if (this.exported.get(name) ?? usual) env[name] = await this.value(name, new Map());
      else if (this.exported.get(name) === false) env[name] = undefined;
    }
    return env;
  }

  has = (name: string): boolean => this.known.has(name);

  /** Expands `$(…)` in a text; `own` holds automatic variables such as `@`, `<` and `^`. */
  async expand(text: string, own: ReadonlyMap<string, string> = new Map()): Promise<string> {
    if (++this.depth > DEEPEST)
      throw new CommandFailure('*** Recursive variable references itself (eventually).  Stop.', 2);
    let out = '';
    for (let at = 0; at < text.length; at++) {
      const next = text[at + 1];
      if (text[at] !== '$' || next === undefined) out += text[at];
      else if (next === '$') {
        out += '$';
        at++;
      } else if (next === '(' || next === '{') {
        const end = closing(text, at + 1);
        out += await this.reference(text.slice(at + 2, end), own);
        at = end;
      } else {
        out += await this.value(next, own);
        at++;
      }
    }
    this.depth--;
    return out;
  }

  private async value(name: string, own: ReadonlyMap<string, string>): Promise<string> {
    const found = own.get(name);
    if (found !== undefined) return found;
    if (/^[@<^*?+][DF]$/.test(name))
      return (
        FUNCTIONS[name.endsWith('D') ? 'dir' : 'notdir']?.([own.get(name.charAt(0)) ?? '']).replace(/\/$/, '') ?? ''
      );
    const known = this.known.get(name);
    return known === undefined ? '' : known.simple ? known.value : this.expand(known.value, own);
  }

  /** `$(file > name,text)`: writes a file, adds to one, or reads one. */
  private async file(first: string, more: readonly string[], own: ReadonlyMap<string, string>): Promise<string> {
    const expanded = await this.expand(first, own);
    const [, how, name = ''] = FILE.exec(expanded) ?? [];
    if (how === undefined) throw new CommandFailure(`*** file: invalid file operation: ${expanded}.  Stop.`, 2);
    const { folder } = this.system;
    if (how === '<') return (folder.textOf(name) ?? '').replace(/\n$/, '');
    const text = more.length === 0 ? '' : (await this.expand(more.join(','), own)).replace(/\n?$/, '\n');
    folder.write(name, how === '>' ? text : (folder.textOf(name) ?? '') + text);
    return '';
  }

  private async reference(inner: string, own: ReadonlyMap<string, string>): Promise<string> {
    const [, name = '', rest = ''] = /^([a-z-]+)\s+([^]*)$/.exec(inner) ?? [];
    const args = splitArguments(rest);
    const plain = ownValue(FUNCTIONS, name);
    if (plain) {
      const values = [];
      for (const arg of args) values.push(await this.expand(arg, own));
      return plain(values);
    }
    switch (name) {
      case 'wildcard':
        return words(await this.expand(rest, own))
          .flatMap((glob) => this.system.folder.wildcard(glob))
          .join(' ');
      case 'shell':
        return this.system.shell(await this.expand(rest, own));
      case 'abspath':
      case 'realpath':
        return each((word) => this.system.folder.path(word))(await this.expand(rest, own));
      case 'if': {
        const test = (await this.expand(args[0] ?? '', own)).trim();
        return this.expand((test === '' ? args[2] : args[1]) ?? '', own);
      }
      case 'foreach': {
        const key = (await this.expand(args[0] ?? '', own)).trim();
        const made = [];
        for (const word of words(await this.expand(args[1] ?? '', own)))
          made.push(await this.expand(args.slice(2).join(','), new Map([...own, [key, word]])));
        return made.join(' ');
      }
      case 'call': {
        const values = [];
        for (const arg of args) values.push(await this.expand(arg, own));
        const [called = ''] = values;
        const builtin = ownValue(FUNCTIONS, called.trim());
        if (builtin) return builtin(values.slice(1));
        const given = values.map((value, index): [string, string] => [String(index), value]);
        const text = this.known.get(called.trim())?.value ?? '';
        return this.expand(text, new Map([...own, ...given]));
      }
      case 'eval':
        await this.system.read(await this.expand(rest, own));
        return '';
      case 'or':
      case 'and': {
        let value = '';
        for (const arg of args) {
          value = (await this.expand(arg, own)).trim();
          if ((value === '') === (name === 'and')) return value;
        }
        return value;
      }
      case 'origin':
        return this.known.get(rest.trim())?.origin ?? (own.has(rest.trim()) ? 'automatic' : 'undefined');
      case 'flavor': {
        const known = this.known.get(rest.trim());
        return known === undefined ? 'undefined' : known.simple ? 'simple' : 'recursive';
      }
      case 'value':
        return this.known.get(rest.trim())?.value ?? '';
      case 'info':
      case 'warning':
      case 'error':
        await this.system.tell(name, await this.expand(rest, own));
        return '';
      case 'file':
        return this.file(args[0] ?? '', args.slice(1), own);
      case 'guile':
      case 'let':
        throw new CommandFailure(`*** the function ${name} is not here; write the rule out.  Stop.`, 2);
      default: {
        const [, variable, from, to] = /^([^:]+):([^=]*)=(.*)$/.exec(inner) ?? [];
        if (variable === undefined) return this.value(await this.expand(inner, own), own);
        const text = await this.value(variable, own);
        const [a, b] = [await this.expand(from ?? '', own), await this.expand(to ?? '', own)];
        return a.includes('%') ? patsubst(a, b, text) : patsubst(`%${a}`, `%${b}`, text);
      }
    }
  }
}

/** The parts of the first argument of `$(file …)`. */
const FILE = /^\s*(>>|>|<)\s*([^]*?)\s*$/;

/** The index of the bracket that closes the one at `at`. */
function closing(text: string, at: number): number {
  const [open, close] = text[at] === '(' ? ['(', ')'] : ['{', '}'];
  let depth = 0;
  for (let place = at; place < text.length; place++) {
    if (text[place] === open) depth++;
    if (text[place] === close && --depth === 0) return place;
  }
  throw new CommandFailure('*** unterminated variable reference.  Stop.', 2);
}
