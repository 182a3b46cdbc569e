import type { Assignment } from 'unbash';
import { assign, targetText } from '../language/assign';
import { assignElement } from '../language/arithmetic-text';
import { ShellError } from '../control';
import { expandAssigned } from '../language/expand';
import { attributes, declaration } from '../language/parameter-operations';
import { plainQuote, singleQuote } from '../language/quote-value';
import type { Shell } from '../language/shell';
import { traceText, tracedWord } from '../language/trace';
import type { Variable } from '../language/variables';
import { NAME, takeOptions, type Builtin } from './builtin';

type Kind = 'declare' | 'local' | 'export' | 'readonly';

interface Wanted {
  on: Set<string>;
  off: Set<string>;
  names: string[];
}

function read(args: readonly string[], kind: Kind): Wanted {
  const wanted: Wanted = { on: new Set(), off: new Set(), names: [] };
  let options = true;
  for (const arg of args) {
    if (!options || !/^[-+]./.test(arg)) {
      wanted.names.push(arg);
      options = false;
    } else if (arg === '--') options = false;
    else {
      for (const letter of arg.slice(1)) {
        if (!'aAcfFgiIlnprtux'.includes(letter)) throw new ShellError(`-${letter}: invalid option`, 2);
        if (arg.startsWith('-')) wanted.on.add(letter);
        else wanted.off.add(letter);
      }
    }
  }
  if (kind === 'export') (wanted.on.has('n') ? wanted.off : wanted.on).add('x');
  if (kind === 'export') wanted.on.delete('n');
  if (kind === 'readonly') wanted.on.add('r');
  return wanted;
}

const declaring =
  (kind: Kind): Builtin =>
  async (shell, args, declared) => {
    if (kind === 'local' && !shell.inFunction) throw new ShellError('can only be used in a function');
    const wanted = read(args, kind);
    if (wanted.on.has('f') || wanted.on.has('F')) return functions(shell, wanted, kind);
    if ((wanted.names.length === 0 && declared.length === 0) || wanted.on.has('p'))
      return show(shell, wanted, kind, declared);
    let status = 0;
    // An array is assigned at once; of the others, all are expanded before the first is assigned.
    const values: { one: Assignment; text: string }[] = [];
    for (const one of declared)
      if (one.value.type === 'ArrayValue') await declare(shell, kind, wanted, one.name, one);
      else values.push({ one, text: await expandAssigned(shell, one.value) });
    if (shell.options.has('xtrace') && declared.length > 0) await trace(shell, kind, args, declared, values);
    for (const { one, text } of values) {
      if (shell.vars.find(one.name)?.readonly) {
        await shell.complain(`${kind}: ${one.name}: readonly variable`);
        status = 1;
      } else await declare(shell, kind, wanted, one.name, one, text);
    }
    for (const word of wanted.names) {
      const frame = shell.frames.at(-1);
      if (kind === 'local' && word === '-' && frame) {
        frame.options ??= new Set(shell.options);
        continue;
      }
      const [, name = word, subscript, plus, value] = /^([^=[+]+)(?:\[([^]*?)\])?(?:(\+?)=([^]*))?$/.exec(word) ?? [];
      if (!NAME.test(name)) {
        await shell.complain(`${kind}: \`${word}': not a valid identifier`);
        status = 1;
        continue;
      }
      const held = shell.vars.find(name)?.array;
      if (held && wanted.off.has(held === 'indexed' ? 'a' : 'A') && !subscript)
        throw new ShellError(`${name}: cannot destroy array variables in this way`);
      await declare(shell, kind, wanted, name, undefined);
      if (value !== undefined && /^\([^]*\)$/.test(value) && (wanted.on.has('a') || wanted.on.has('A')))
        await shell.language.text(shell, `${name}${plus ?? ''}=${value}`, shell.source.name, shell.line);
      else if (value !== undefined)
        assignElement(shell, name, subscript, plus === '+' ? (shell.vars.get(name) ?? '') + value : value);
      finish(shell, kind, wanted, name);
    }
    return status;
  };

/** What `set -x` shows of a declaration. */
async function trace(
  shell: Shell,
  kind: Kind,
  args: readonly string[],
  declared: readonly Assignment[],
  values: readonly { one: Assignment; text: string }[],
): Promise<void> {
  const words: string[] = [];
  for (const one of declared) {
    const text = values.find((value) => value.one === one)?.text;
    words.push(text === undefined ? one.name : targetText(one) + text);
    if (text === undefined) await traceText(shell, arrayText(shell, one));
  }
  await traceText(shell, [kind, ...[...args, ...words].map((word) => tracedWord(shell, word))].join(' '));
  if (kind === 'declare' || kind === 'local' || shell.isSh) return;
  for (const { one, text } of values) await traceText(shell, targetText(one) + tracedWord(shell, text));
}

/** An array's assignment with its values, each in quotes. */
function arrayText(shell: Shell, one: Assignment): string {
  const held = shell.vars.find(one.name);
  if (one.value.type !== 'ArrayValue' || !(held?.value instanceof Map)) return one.text;
  const keyed = held.array === 'associative' || one.value.elements.some(({ text }) => text.startsWith('['));
  const key = (text: string) => (held.array === 'associative' ? plainQuote(text) : text);
  const elements = [...held.value].map(([at, text]) => `${keyed ? `[${key(at)}]=` : ''}${plainQuote(text)}`);
  return `${targetText(one)}(${elements.join(' ')})`;
}

async function declare(
  shell: Shell,
  kind: Kind,
  wanted: Wanted,
  name: string,
  one: Assignment | undefined,
  text?: string,
): Promise<void> {
  const local = kind === 'local' || (kind === 'declare' && shell.inFunction && !wanted.on.has('g'));
  const existing = shell.vars.find(name);
  if (existing?.readonly && one) throw new ShellError(`${name}: readonly variable`, 1, 'line');
  const fresh = local && !shell.vars.isLocal(name);
  const variable = local ? shell.vars.declare(name, true) : (existing ?? shell.vars.declare(name, false));
  if (fresh && kind === 'local' && shell.shopts.has('localvar_inherit')) variable.value = existing?.value;
  setAttributes(variable, wanted);
  if (!one) return;
  if (variable.reference && one.value.type === 'Word') variable.value = undefined;
  const { reference } = variable;
  variable.reference = false;
  await assign(shell, one, undefined, text);
  if (wanted.on.has('n')) expectTarget(shell, name, variable);
  if (wanted.on.has('n') && text === name) await shell.complain(`${kind}: warning: ${name}: circular name reference`);
  variable.reference = reference ?? false;
  finish(shell, kind, wanted, name);
}

/** Throws a `ShellError` if a variable cannot refer to what its value names; at most the variable is gone then. */
function expectTarget(shell: Shell, name: string, { value }: Variable): void {
  if (typeof value === 'string' && /^[A-Za-z_]\w*(?:\[[^]+\])?$/.test(value) && (value !== name || shell.inFunction))
    return;
  shell.vars.unset(name);
  if (value instanceof Map) throw new ShellError(`${name}: reference variable cannot be an array`);
  throw new ShellError(
    value === name
      ? `${name}: nameref variable self references not allowed`
      : `\`${value}': invalid variable name for name reference`,
  );
}

const LETTERS = { u: 'upper', l: 'lower', c: 'capital' } as const;

function setAttributes(variable: Variable, { on, off }: Wanted): void {
  if (on.has('A')) {
    if (variable.array === 'indexed' && variable.value !== undefined)
      throw new ShellError('cannot convert indexed to associative array');
    variable.array = 'associative';
    if (!(variable.value instanceof Map) && variable.value !== undefined)
      variable.value = new Map([['0', variable.value]]);
    else variable.value ??= undefined;
  } else if (on.has('a')) variable.array ??= 'indexed';
  if (on.has('i')) variable.integer = true;
  if (off.has('i')) variable.integer = false;
  if (on.has('n')) variable.reference = true;
  if (off.has('n')) variable.reference = false;
  const letters = (['u', 'l', 'c'] as const).filter((letter) => on.has(letter));
  const [only] = letters;
  if (only && letters.length === 1) variable.letters = LETTERS[only];
  if (letters.length > 1 || ['u', 'l', 'c'].some((letter) => off.has(letter))) delete variable.letters;
  if (on.has('t')) variable.traced = true;
  if (off.has('t')) delete variable.traced;
}

/** Sets the attributes that apply only after the value is assigned. */
function finish(shell: Shell, _kind: Kind, { on, off }: Wanted, name: string): void {
  const variable = shell.vars.find(name);
  if (!variable) return;
  if (on.has('x')) variable.exported = true;
  if (off.has('x')) variable.exported = false;
  if (on.has('r')) variable.readonly = true;
}

async function show(shell: Shell, wanted: Wanted, kind: Kind, declared: readonly Assignment[]): Promise<number> {
  const asked = [...wanted.names, ...declared.map(({ name }) => name)];
  let status = 0;
  for (const name of asked.length > 0 ? asked : shell.vars.names()) {
    const variable = shell.vars.find(name);
    if (!variable) {
      if (asked.length > 0) {
        await shell.complain(`${kind}: ${name}: not found`);
        status = 1;
      }
      continue;
    }
    const has = attributes(variable);
    const listed = asked.length > 0 || [...wanted.on].every((letter) => letter === 'p' || has.includes(letter));
    if (!listed || (kind === 'local' && !shell.vars.isLocal(name))) continue;
    if (kind === 'local' || (asked.length === 0 && wanted.on.size === 0))
      await shell.write(1, assignmentLine(name, variable));
    else await shell.write(1, `${declaration(name, variable)}\n`);
  }
  return status;
}

/** A variable as `set` shows it. */
export function assignmentLine(name: string, variable: Variable): string {
  if (variable.value === undefined) return '';
  if (variable.value instanceof Map) return `${declaration(name, variable).replace(/^declare -\S+ /, '')}\n`;
  const { value } = variable;
  return `${name}=${/^[\w@%+=:,./-]*$/.test(value) ? value : singleQuote(value)}\n`;
}

async function functions(shell: Shell, { on, names }: Wanted, kind: Kind): Promise<number> {
  if (on.has('t')) throw new ShellError('-t of a single function is not here; set -T traces all of them', 2);
  let status = 0;
  for (const name of names.length > 0 ? names : [...shell.functions.keys()].sort()) {
    if (!shell.functions.has(name)) {
      if (kind === 'export') await shell.complain(`export: ${name}: not a function`);
      status = 1;
    } else if (kind === 'export') shell.exportedFunctions.add(name);
    else if (on.has('F'))
      await shell.write(
        1,
        names.length > 0 ? `${name}\n` : `declare -f${shell.exportedFunctions.has(name) ? 'x' : ''} ${name}\n`,
      );
    else if (kind === 'declare') await shell.write(1, shell.language.describe(shell, name));
  }
  return status;
}

export const declareBuiltin = declaring('declare');
export const local = declaring('local');
export const exportBuiltin = declaring('export');
export const readonlyBuiltin = declaring('readonly');

export const unset: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'fvn');
  const only = ['f', 'v', 'n'].find((letter) => options.has(letter)) ?? '';
  let status = 0;
  for (const word of rest) {
    const [, name = word, subscript] = /^(\w+)\[([^]*)\]$/.exec(word) ?? [];
    if (only === 'v' && !NAME.test(name)) {
      await shell.complain(`unset: \`${word}': not a valid identifier`);
      status = 1;
    } else if (only === 'f' || (only === '' && !shell.vars.find(name) && !shell.vars.computed.has(name))) {
      shell.functions.delete(word);
      shell.exportedFunctions.delete(word);
    } else if (subscript === undefined) shell.vars.unset(only === 'n' ? name : shell.vars.follow(name));
    else await shell.language.unsetElement(shell, name, subscript);
  }
  return status;
};
