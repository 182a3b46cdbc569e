import { CommandFailure } from '../context';
import { stemOf, type MakeVariables } from './variables';

/** A line of a recipe, and its position in the file. */
export interface RecipeLine {
  readonly text: string;
  readonly place: string;
}

export interface MakeRule {
  readonly targets: readonly string[];
  readonly needs: readonly string[];
  /** Order-only prerequisites: they must exist, but their age does not matter. */
  readonly order: readonly string[];
  readonly recipe: RecipeLine[];
  /** What `%` matched in the target of a static pattern rule. */
  readonly stem: string;
  /** Written with `::`: each such rule of a target runs its own recipe. */
  readonly apart: boolean;
}

/** What is wrong in a makefile: it is said of the file, not of make. */
export class MakefileFailure extends Error {
  constructor(place: string, why: string) {
    super(`${place}: *** ${why}.  Stop.`);
  }
}

export interface OwnVariable {
  readonly target: string;
  readonly name: string;
  readonly how: string;
  readonly value: string;
  readonly exported: boolean;
}

export interface Makefile {
  readonly rules: MakeRule[];
  readonly phony: Set<string>;
  /** Variables of single targets, which hold for what the targets need, too. */
  readonly own: OwnVariable[];
  /** Special targets such as `.ONESHELL`, and what they name; if nothing, they mean all. */
  readonly special: Map<string, readonly string[]>;
  /** What is included, which rules may make. */
  readonly included: { readonly name: string; readonly place: string; readonly optional: boolean }[];
}

/** The target whose recipe makes what no rule makes. */
export const DEFAULT = '.DEFAULT';

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** What a makefile is read with. */
interface Reading {
  /** The text of another file; undefined if it is missing. */
  text(name: string): string | undefined;
  /** Called with the place of each line. */
  at(place: string): void;
}

const PREFIX = '.RECIPEPREFIX';

/** The character that begins each line of a recipe. */
const prefixOf = async (variables: MakeVariables): Promise<string> =>
  (await variables.expand(`$(${PREFIX})`)).charAt(0) || '\t';

/** Reads a makefile into rules and variables. */
export async function readMakefile(
  name: string,
  text: string,
  variables: MakeVariables,
  reading: Reading,
  into: Makefile,
): Promise<void> {
  let rule: MakeRule | undefined;
  /** For each open conditional: whether its lines count, and whether one of its branches was taken. */
  const conditions: { on: boolean; done: boolean }[] = [];
  const lines = text.split('\n');
  let prefix = await prefixOf(variables);
  for (let at = 0; at < lines.length; at++) {
    const number = at + 1;
    let line = lines[at] ?? '';
    const isRecipe = line.startsWith(prefix) && rule !== undefined;
    while (line.endsWith('\\') && at + 1 < lines.length) {
      const more = lines[++at] ?? '';
      line = isRecipe
        ? `${line}\n${more.startsWith(prefix) ? more.slice(1) : more}`
        : `${line.slice(0, -1).trimEnd()} ${more.trimStart()}`;
    }
    const place = `${name}:${number}`;
    reading.at(place);
    if (!isRecipe && (await condition(line.trim(), variables, conditions, place))) continue;
    if (conditions.some(({ on }) => !on)) continue;
    if (isRecipe) {
      // make numbers the lines of a recipe by commands, however many lines each takes.
      const start = rule?.recipe[0] ? Number(rule.recipe[0].place.split(':').at(-1)) + rule.recipe.length : number;
      rule?.recipe.push({ text: line.slice(1), place: `${name}:${start}` });
      continue;
    }
    // A recipe after a semicolon may contain `#`.
    const plain = (/^[^=#;]*:[^=#;]*;/.test(line) ? line : line.replace(/(^|[^\\])#.*$/, '$1')).trim();
    if (plain === '') continue;
    const [, optional, files] = /^([-s]?)include\s+(.*)$/.exec(plain) ?? [];
    if (files !== undefined) {
      await include(files, { place, optional: optional !== '' }, variables, reading, into);
      continue;
    }
    if (/^(?:vpath|load)\b/.test(plain))
      throw new MakefileFailure(place, `${plain.split(/\s/)[0]} is not here; write the lines out`);
    const [, un, names] = /^(un)?export\b((?![^=]*=).*)$/.exec(plain) ?? [];
    if (names !== undefined) {
      variables.export(words(await variables.expand(names)), un === undefined);
      continue;
    }
    const [, forced, defined, sign = '='] = /^(override\s+)?define\s+(\S+?)\s*(::?=|\?=|\+=|!=|=)?$/.exec(plain) ?? [];
    if (defined !== undefined) {
      const end = lines.findIndex((one, index) => index > at && /^ *endef\b/.test(one));
      if (end < 0) throw new MakefileFailure(place, "missing 'endef', unterminated 'define'");
      await variables.set(defined, sign, lines.slice(at + 1, end).join('\n'), forced ? 'override' : 'file');
      at = end;
      rule = undefined;
      continue;
    }
    const [, marks = '', variable, how, value] =
      /^((?:(?:export|override)\s+)*)([^\s:#=!?+]+)\s*(::?=|\?=|\+=|!=|=)\s*(.*)$/.exec(plain) ?? [];
    if (variable !== undefined && how !== undefined) {
      const name = await variables.expand(variable);
      await variables.set(name, how, value ?? '', marks.includes('override') ? 'override' : 'file');
      if (marks.includes('export')) variables.export([name], true);
      if (name === PREFIX) prefix = await prefixOf(variables);
      rule = undefined;
      continue;
    }
    const [, owners, marked = '', ownName, ownHow, ownValue = ''] =
      /^([^:=]+?)\s*:\s*((?:(?:export|override|private)\s+)*)([\w.-]+)\s*(::?=|\?=|\+=|=)\s*(.*)$/.exec(plain) ?? [];
    if (owners !== undefined && ownName !== undefined && ownHow !== undefined) {
      for (const target of words(await variables.expand(owners)))
        into.own.push({ target, name: ownName, how: ownHow, value: ownValue, exported: marked.includes('export') });
      continue;
    }
    rule = await ruleOf(plain, variables, place, into);
  }
  if (conditions.length > 0) throw new CommandFailure(`${name}: *** missing 'endif'.  Stop.`, 2);
}

/** Reads the files that an `include` names. */
async function include(
  files: string,
  how: { place: string; optional: boolean },
  variables: MakeVariables,
  reading: Reading,
  into: Makefile,
): Promise<void> {
  for (const name of words(await variables.expand(files))) {
    const text = reading.text(name);
    into.included.push({ name, ...how });
    if (text === undefined) continue;
    await variables.set('MAKEFILE_LIST', '+=', name);
    await readMakefile(name, text, variables, reading, into);
  }
}

/** Reads the first line of a rule; undefined if it expands to nothing, as `$(info …)` does. */
async function ruleOf(
  line: string,
  variables: MakeVariables,
  place: string,
  into: Makefile,
): Promise<MakeRule | undefined> {
  const cut = semicolonIn(line);
  const [head, first] = cut < 0 ? [line, undefined] : [line.slice(0, cut), line.slice(cut + 1).trim()];
  const expanded = await variables.expand(head);
  if (expanded.trim() === '') return undefined;
  const [, left, colons, right] = /^([^:]*?)\s*(::?)(?:\s+|$)(.*)$/.exec(expanded) ?? [];
  if (left === undefined || right === undefined) throw new MakefileFailure(place, 'missing separator');
  const [, pattern, after = right] = /^(\S*%\S*)\s*:\s*(.*)$/.exec(right) ?? [];
  const [needs = [], order = []] = after.split('|').map(words);
  const targets = words(left);
  const rule: MakeRule = { targets, needs, order, recipe: [], stem: '', apart: colons === '::' };
  if (first !== undefined) rule.recipe.push({ text: first, place });
  const [target = ''] = targets;
  if (target === '.PHONY') needs.forEach((name) => into.phony.add(name));
  else if (target === '.EXPORT_ALL_VARIABLES') variables.export([], true);
  else if (/^\.[A-Z_]+$/.test(target) && target !== DEFAULT)
    into.special.set(target, [...(into.special.get(target) ?? []), ...needs]);
  else if (pattern === undefined) into.rules.push(rule);
  else into.rules.push(...targets.map((name) => staticRule(rule, pattern, name, place)));
  return rule;
}

/** The rule for one of the targets of a static pattern rule, whose recipe all of them share. */
function staticRule(rule: MakeRule, pattern: string, target: string, place: string): MakeRule {
  const stem = stemOf(pattern, target);
  if (stem === undefined) throw new MakefileFailure(place, `target '${target}' doesn't match the target pattern`);
  return { ...rule, targets: [target], needs: filled(rule.needs, stem), order: filled(rule.order, stem), stem };
}

/** Names with a stem in the place of `%`. */
export const filled = (names: readonly string[], stem: string): string[] =>
  names.map((name) => name.replace('%', () => stem));

/** Warnings of recipes that do not count, as another one of the same target comes later. */
export function* overridden(rules: readonly MakeRule[]): Generator<string> {
  const last = new Map<string, MakeRule>();
  for (const rule of rules.filter(({ recipe, apart }) => recipe.length > 0 && !apart))
    for (const target of rule.targets.filter((one) => !one.includes('%'))) {
      const [before, now] = [last.get(target)?.recipe[0], rule.recipe[0]];
      if (before && now) {
        yield `${now.place}: warning: overriding recipe for target '${target}'`;
        yield `${before.place}: warning: ignoring old recipe for target '${target}'`;
      }
      last.set(target, rule);
    }
}

/** The index of the semicolon that a recipe follows; -1 if there is none outside brackets. */
function semicolonIn(line: string): number {
  let depth = 0;
  return Array.from(line).findIndex((char) => {
    if (char === '(' || char === '{') depth += 1;
    if (char === ')' || char === '}') depth -= 1;
    return char === ';' && depth === 0;
  });
}

/** Handles a line of a conditional; returns whether it was one. */
async function condition(
  line: string,
  variables: MakeVariables,
  open: { on: boolean; done: boolean }[],
  place: string,
): Promise<boolean> {
  const [, word = '', rest = ''] = /^(ifeq|ifneq|ifdef|ifndef|else|endif)\b\s*(.*)$/.exec(line) ?? [];
  if (word === '') return false;
  if (word === 'endif') {
    if (!open.pop()) throw new MakefileFailure(place, "extraneous 'endif'");
    return true;
  }
  const holds = async (kind: string, text: string): Promise<boolean> => {
    if (kind === 'ifdef' || kind === 'ifndef')
      return variables.has((await variables.expand(text)).trim()) === (kind === 'ifdef');
    const [, a, b, c, d] = /^\((.*?),(.*)\)$|^["'](.*?)["']\s+["'](.*?)["']$/.exec(text) ?? [];
    const [left, right] = [await variables.expand(a ?? c ?? ''), await variables.expand(b ?? d ?? '')];
    return (left.trim() === right.trim()) === (kind === 'ifeq');
  };
  if (word !== 'else') {
    const on = open.every((one) => one.on) && (await holds(word, rest));
    open.push({ on, done: on });
    return true;
  }
  const last = open.pop();
  if (!last) throw new MakefileFailure(place, "extraneous 'else'");
  const [, kind, text] = /^(ifn?eq|ifn?def)\b\s*(.*)$/.exec(rest) ?? [];
  const on = !last.done && (kind === undefined || (await holds(kind, text ?? '')));
  open.push({ on, done: last.done || on });
  return true;
}

/** A rule for a target, with what `%` matched. */
export interface FoundRule {
  readonly rule: MakeRule;
  readonly stem: string;
}

/** The rules for a name; an explicit rule with a recipe beats a pattern, which fits if what it needs is there or has a rule. */
export function rulesOfTarget({ rules }: Makefile, name: string, exists: (path: string) => boolean): FoundRule[] {
  const own = rules.filter(({ targets }) => targets.includes(name)).map((rule) => ({ rule, stem: rule.stem }));
  if (own.some(({ rule }) => rule.recipe.length > 0)) return own;
  const patterns = rules.flatMap((rule) => {
    const stem = rule.targets
      .filter((one) => one.includes('%'))
      .map((one) => stemOf(one, name))
      .find((one) => one !== undefined);
    return stem === undefined || rule.recipe.length === 0 ? [] : [{ rule, stem }];
  });
  const fits = patterns.find(({ rule, stem }) =>
    rule.needs.every((need) => {
      const path = need.replace('%', stem);
      return exists(path) || rules.some(({ targets }) => targets.includes(path));
    }),
  );
  return fits ? [...own, fits] : own;
}
