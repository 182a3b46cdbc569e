import { type ParameterExpansionPart, type ParameterOperation, type Word } from 'unbash';
import { arithmeticScope, elementOf, expandArithmetic, assignElement, elementIn, targetOf } from './arithmetic-text';
import { fromLocale, inLocale } from './locale-text';
import { knowsExpansion } from '../dash/dialect';
import { ShellError } from '../control';
import type { FieldBuilder } from './fields';
import { patternRegExp } from './pattern';
import { changeCase, remove, replaceIn, toggleCase, transform } from './parameter-operations';
import { doubleQuote } from './quote-value';
import type { Shell } from './shell';
import { keysOf } from './variables';
import { evaluate } from './arithmetic';

/** What a parameter holds: one value or none, or several for `$@` and `${a[@]}`. */
type Held = { list: false; value: string | undefined } | { list: true; values: string[]; star: boolean };

const one = (value: string | undefined): Held => ({ list: false, value });

/** `$name`: adds its value. Returns false if there was none to add, as for `"$@"` without parameters. */
export function simpleParameter(shell: Shell, text: string, builder: FieldBuilder, quoted: boolean): boolean {
  const name = text.slice(1);
  const held = hold(shell, name);
  if (!held.list && held.value === undefined) requireSet(shell, name);
  return add(shell, held, builder, quoted);
}

/** Throws under `set -u`, which ends the script. */
function requireSet(shell: Shell, name: string): void {
  if (shell.nounset && name !== '@' && name !== '*')
    throw new ShellError(
      `${/^[A-Za-z_]/.test(name) ? '' : '$'}${name}: unbound variable`,
      shell.unboundStatus,
      'script',
    );
}

/** What a plain `$name` holds. */
function hold(shell: Shell, name: string): Held {
  switch (name) {
    case '@':
    case '*':
      return { list: true, values: shell.positional, star: name === '*' };
    case '#':
      return one(String(shell.positional.length));
    case '?':
      return one(String(shell.status));
    case '$':
      return one(String(shell.pid));
    case '!':
      return one(shell.lastBackground === undefined ? undefined : String(shell.lastBackground));
    case '-':
      return one(flagsOf(shell));
    case '_':
      return one(shell.isSh ? elementOf(shell, name, undefined) : shell.lastArgument);
    case '0':
      return one(shell.name);
    default:
      if (/^\d+$/.test(name)) return one(shell.positional[Number(name) - 1]);
      return one(elementOf(shell, name, undefined));
  }
}

const LETTERS: Readonly<Record<string, string>> = {
  allexport: 'a',
  errexit: 'e',
  noglob: 'f',
  hashall: 'h',
  keyword: 'k',
  monitor: 'm',
  noexec: 'n',
  nounset: 'u',
  verbose: 'v',
  xtrace: 'x',
  braceexpand: 'B',
  noclobber: 'C',
  errtrace: 'E',
  functrace: 'T',
  histexpand: 'H',
};

const flagsOf = (shell: Shell): string =>
  Object.entries(LETTERS)
    .filter(([option]) => shell.options.has(option))
    .map(([, letter]) => letter)
    .join('') + sourceFlag(shell);

/** Where the commands come from; dash has no letter for those of `-c`. */
function sourceFlag(shell: Shell): string {
  if (shell.interactive) return 'is';
  if (shell.givenAsArgument) return shell.isSh ? '' : 'c';
  return shell.scriptFile === undefined ? 's' : '';
}

function add(shell: Shell, held: Held, builder: FieldBuilder, quoted: boolean): boolean {
  if (!held.list) {
    if (quoted) builder.literal(held.value ?? '');
    else builder.expansion(held.value ?? '');
    return true;
  }
  const { values, star } = held;
  if (star && (quoted || !builder.splits)) {
    const joined = values.join((shell.vars.get('IFS') ?? ' ').slice(0, 1));
    if (quoted) builder.literal(joined);
    else builder.expansion(joined);
    return true;
  }
  for (const [index, value] of values.entries()) {
    if (index > 0) builder.end();
    if (quoted) builder.literal(value);
    else builder.expansion(value);
  }
  return values.length > 0;
}

/** `${…}`: adds its value. Returns false if there was none to add. */
export async function parameter(
  shell: Shell,
  part: ParameterExpansionPart,
  builder: FieldBuilder,
  quoted: boolean,
): Promise<boolean> {
  const { parameter: name, prefix, operation } = part;
  const toggles = operation?.type === 'Unknown' && /^~~?$/.test(operation.operator) ? operation.operator : undefined;
  if (shell.isSh && !knowsExpansion(part)) throw badSubstitution(shell, part);
  if ((operation?.type === 'Unknown' && !toggles) || (name === '' && !operation)) throw badSubstitution(shell, part);
  if (prefix === '!' && operation?.type === 'Names') {
    const names = shell.vars.names().filter((candidate) => candidate.startsWith(name));
    return add(shell, { list: true, values: names, star: operation.operator === '*' }, builder, quoted);
  }
  const each = everyElement(part.index?.text);
  const subscript = part.index && (each ?? (await shell.language.expand.text(shell, part.index)));
  if (prefix === '!' && each && !operation) {
    const variable = shell.vars.find(shell.vars.follow(name));
    const keys =
      variable?.value instanceof Map
        ? keysOf(variable.value, variable.array)
        : variable?.value === undefined
          ? []
          : ['0'];
    return add(shell, { list: true, values: keys, star: each === '*' }, builder, quoted);
  }
  const own = shell.vars.find(name);
  // For a reference, it is the name that it refers to.
  if (prefix === '!' && own?.reference && !operation && subscript === undefined && typeof own.value === 'string')
    return add(shell, one(own.value), builder, quoted);
  let held = each ? holdAll(shell, name, each) : holdAt(shell, name, subscript);
  if (prefix === '!') {
    const target = held.list ? held.values.join(' ') : held.value;
    if (target === undefined || !/^(?:[A-Za-z_]\w*(?:\[.*\])?|\d+|[@*#?$!-])$/.test(target)) {
      if (target === undefined && operation?.type === 'Default')
        return useDefault(shell, name, subscript, one(undefined), operation, builder, quoted);
      throw new ShellError(
        target === undefined ? `${name}: invalid indirect expansion` : `${target}: invalid variable name`,
        1,
        shell.wrongExpansionEnds,
      );
    }
    held = holdText(shell, target);
  }
  if (prefix === '#') return addLength(shell, part, held, builder, quoted);
  if (operation?.type === 'Default') return useDefault(shell, name, subscript, held, operation, builder, quoted);
  if (!held.list && held.value === undefined) requireSet(shell, shownName(name, subscript));
  const result = toggles
    ? changed(held, (value) => toggleCase(value, toggles === '~~'))
    : operation?.type === 'Transform' && held.list && name !== '@' && name !== '*'
      ? await transformArray(shell, name, held, operation)
      : operation
        ? await apply(shell, name, held, operation)
        : held;
  return add(shell, result, builder, quoted);
}

const shownName = (name: string, subscript: string | undefined): string =>
  subscript === undefined ? name : `${name}[${subscript}]`;

const badSubstitution = (shell: Shell, part: ParameterExpansionPart): ShellError =>
  new ShellError(`${part.text}: bad substitution`, 1, shell.wrongExpansionEnds);

/** A subscript that stands for all elements; written, not expanded: a key may be `*`. */
const everyElement = (subscript: string | undefined): '@' | '*' | undefined =>
  subscript === '@' || subscript === '*' ? subscript : undefined;

const holdAt = (shell: Shell, name: string, subscript: string | undefined): Held =>
  subscript === undefined ? hold(shell, name) : one(elementOf(shell, name, subscript));

function holdAll(shell: Shell, name: string, subscript: '@' | '*'): Held {
  const { name: target } = targetOf(shell, name);
  const variable = shell.vars.find(target);
  const star = subscript === '*';
  if (variable?.value instanceof Map) {
    const { value } = variable;
    return { list: true, values: keysOf(value, variable.array).map((key) => value.get(key) ?? ''), star };
  }
  const value = shell.vars.get(target);
  return { list: true, values: value === undefined ? [] : [value], star };
}

/** What a name given as text holds; it may have a subscript. */
function holdText(shell: Shell, target: string): Held {
  const { name, subscript } = elementIn(shell, target);
  const each = everyElement(subscript);
  return each ? holdAll(shell, name, each) : holdAt(shell, name, subscript);
}

function addLength(
  shell: Shell,
  part: ParameterExpansionPart,
  held: Held,
  builder: FieldBuilder,
  quoted: boolean,
): boolean {
  if (!held.list && held.value === undefined) requireSet(shell, part.parameter);
  // dash counts the characters of all, as of `$*`.
  const length =
    held.list && !shell.isSh
      ? held.values.length
      : charactersOf(shell, held.list ? held.values.join(shell.vars.get('IFS')?.slice(0, 1) ?? ' ') : held.value)
          .length;
  return add(shell, one(String(length)), builder, quoted);
}

/** The characters of a value; in the C locale, its bytes. */
const charactersOf = (shell: Shell, value = ''): string[] => Array.from(inLocale(shell, value));

type Default = Extract<ParameterOperation, { type: 'Default' }>;

async function useDefault(
  shell: Shell,
  name: string,
  subscript: string | undefined,
  held: Held,
  { operator, operand }: Default,
  builder: FieldBuilder,
  quoted: boolean,
): Promise<boolean> {
  const values = held.list ? held.values : held.value === undefined ? [] : [held.value];
  const missing = operator.startsWith(':') ? values.join(' ') === '' : values.length === 0;
  const kind = operator.slice(-1);
  if (kind === '+') {
    if (missing) return held.list && !held.star ? false : add(shell, one(''), builder, quoted);
    await shell.language.expand.addOperand(shell, operand, builder, quoted);
    return true;
  }
  if (!missing) return add(shell, held, builder, quoted);
  if (kind === '?') {
    const text = await shell.language.expand.text(shell, operand);
    const said = text || (operator === ':?' ? 'parameter null or not set' : 'parameter not set');
    throw new ShellError(`${shownName(name, subscript)}: ${said}`, shell.unboundStatus, 'script');
  }
  if (kind === '=') {
    const value = await shell.language.expand.text(shell, operand);
    if (!/^[A-Za-z_]/.test(name)) throw new ShellError(`$${name}: cannot assign in this way`, 1, 'line');
    assignElement(shell, name, subscript, value);
    return add(shell, one(value), builder, quoted);
  }
  await shell.language.expand.addOperand(shell, operand, builder, quoted);
  return true;
}

async function apply(shell: Shell, name: string, held: Held, operation: ParameterOperation): Promise<Held> {
  if (operation.type === 'Slice')
    return !held.list && held.value === undefined ? held : slice(shell, name, held, operation);
  const change = await changeOf(shell, name, operation);
  if (!held.list) return one(held.value === undefined ? change.unset : change.of(held.value));
  return { ...held, values: held.values.map(change.of) };
}

const changed = (held: Held, change: (value: string) => string): Held =>
  held.list
    ? { ...held, values: held.values.map(change) }
    : one(held.value === undefined ? undefined : change(held.value));

/** `${a[@]@A}`, `@K` and `@k` treat the array as a whole. */
async function transformArray(
  shell: Shell,
  name: string,
  held: Extract<Held, { list: true }>,
  operation: Extract<ParameterOperation, { type: 'Transform' }>,
): Promise<Held> {
  const letter = await shell.language.expand.text(shell, operation.operand);
  const variable = shell.vars.find(shell.vars.follow(name));
  if (!(variable?.value instanceof Map)) return apply(shell, name, held, operation);
  const { value, array } = variable;
  const pairs = keysOf(value, array).map((key): [string, string] => [key, value.get(key) ?? '']);
  switch (letter) {
    case 'A':
      // Three words: the command, its options, and the assignment.
      return { ...held, values: transform(shell, name, '', 'A').split(/(?<=^declare|^declare \S+) /) };
    case 'K':
      return {
        ...held,
        values: [
          pairs
            .map(([key, element]) => `${/^[\w.-]+$/.test(key) ? key : doubleQuote(key)} ${doubleQuote(element)}`)
            .join(' ') + (array === 'associative' ? ' ' : ''),
        ],
      };
    case 'k':
      return { ...held, values: pairs.flat() };
    default:
      return apply(shell, name, held, operation);
  }
}

interface Change {
  of(value: string): string;
  unset?: string;
}

async function changeOf(shell: Shell, name: string, operation: ParameterOperation): Promise<Change> {
  const { expand } = shell.language;
  const local = (text: string) => inLocale(shell, text);
  switch (operation.type) {
    case 'Remove': {
      const pattern = local(await expand.pattern(shell, operation.operand));
      return { of: (value) => fromLocale(remove(local(value), operation.operator, pattern)) };
    }
    case 'Replace': {
      const pattern = local(await expand.pattern(shell, operation.pattern));
      const written = await expand.replacement(shell, operation.replacement);
      const literal = !shell.shopts.has('patsub_replacement');
      const replacement = literal ? written.replaceAll(/\\[^]|&/g, (one) => (one === '&' ? '\\&' : one)) : written;
      const ignoreCase = shell.shopts.has('nocasematch');
      return {
        of: (value) => fromLocale(replaceIn(local(value), operation.operator, pattern, replacement, ignoreCase)),
      };
    }
    case 'CaseModification': {
      const pattern = operation.operand && patternRegExp((await expand.pattern(shell, operation.operand)) || '?');
      return { of: (value) => changeCase(value, operation.operator, pattern) };
    }
    case 'Transform': {
      const letter = await expand.text(shell, operation.operand);
      return {
        of: (value) => transform(shell, name, value, letter),
        unset: letter === 'a' ? transform(shell, name, '', letter) : '',
      };
    }
    default:
      throw new ShellError(`${name}: bad substitution`, 1, shell.wrongExpansionEnds);
  }
}

async function slice(
  shell: Shell,
  name: string,
  held: Held,
  operation: Extract<ParameterOperation, { type: 'Slice' }>,
): Promise<Held> {
  const number = async (word: Word) => Number(await expandArithmetic(shell, word.text));
  const offset = await number(operation.offset);
  const length = operation.length && (await number(operation.length));
  if (!held.list) {
    const chars = charactersOf(shell, held.value);
    return one(fromLocale(cut(chars, offset, length, name).join('')));
  }
  if (name === '@' || name === '*') {
    const all = [shell.name, ...held.values];
    const from = offset < 0 ? all.length + offset : offset;
    if (from < 0) return { ...held, values: [] };
    return { ...held, values: all.slice(from === 0 ? 0 : from, length === undefined ? undefined : from + length) };
  }
  if (length !== undefined && length < 0) throw new ShellError(`${length}: substring expression < 0`, 1, 'line');
  const variable = shell.vars.find(shell.vars.follow(name));
  if (variable?.value instanceof Map && variable.array === 'indexed') {
    const { value } = variable;
    const keys = keysOf(value, 'indexed').map(Number);
    const from = offset < 0 ? (keys.at(-1) ?? -1) + 1 + offset : offset;
    const kept = from < 0 ? [] : keys.filter((key) => key >= from).slice(0, length);
    return { ...held, values: kept.map((key) => value.get(String(key)) ?? '') };
  }
  return { ...held, values: cut(held.values, offset, length, name) };
}

function cut(items: string[], offset: number, length: number | undefined, name: string): string[] {
  const from = offset < 0 ? items.length + offset : offset;
  if (from < 0 || from > items.length) return [];
  if (length === undefined) return items.slice(from);
  const to = length < 0 ? items.length + length : from + length;
  if (to < from) throw new ShellError(`${name}: ${length}: substring expression < 0`, 1, 'line');
  return items.slice(from, to);
}

/** Whether a name, possibly with a subscript, has a value: `-v`. */
export function isSet(shell: Shell, text: string): boolean {
  if (/^\d+$/.test(text)) return Number(text) <= shell.positional.length;
  const held = holdText(shell, text);
  return held.list ? held.values.length > 0 : held.value !== undefined;
}

/** A number from a word of `[[ a -eq b ]]` or `exit`. */
export const numberIn = (shell: Shell, text: string): bigint => evaluate(text, arithmeticScope(shell));
