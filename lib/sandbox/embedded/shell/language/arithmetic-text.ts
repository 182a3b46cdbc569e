import { evaluate, type ArithmeticScope } from './arithmetic';
import { readArithmetic } from '../dash/dialect';
import { ShellError } from '../control';
import { partsOfText } from '@/lib/shell-syntax/words';
import type { Shell } from './shell';

/** Expands a text as the body of a here document. */
export async function expandText(shell: Shell, text: string): Promise<string> {
  if (!/[$`\\]/.test(text)) return text;
  return (await shell.language.expand.hereText(shell, partsOfText(text))).replace(/\n$/, '');
}

/** The value of an arithmetic expression as written, before expansion. */
export async function expandArithmetic(shell: Shell, text: string): Promise<bigint> {
  const expanded = await expandText(shell, text);
  const read = shell.isSh ? readArithmetic(expanded) : expanded;
  if (read === undefined)
    throw new ShellError(`arithmetic expression: expecting EOF: "${expanded.trim()}"`, 2, 'script');
  return lineEnding(() => evaluate(read.replaceAll('"', ''), arithmeticScope(shell)));
}

/** An error in an expansion ends the whole line, not only the command. */
function lineEnding<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ShellError) || error.ends !== 'command') throw error;
    throw new ShellError(error.message, error.status, 'line');
  }
}

/** What a variable that is an integer gets from a text. */
export const integerOf = (shell: Shell, text: string): string =>
  String(lineEnding(() => evaluate(text, arithmeticScope(shell))));

/** Whether a value is a number to dash, or nothing. */
function isDashNumber(value: string): boolean {
  if (!/^\s*(?:[-+]?(?:\d+|0x[\da-f]+))?\s*$/i.test(value)) return false;
  const [digits = '0'] = /\d{19,}/.exec(value) ?? [];
  return /x/i.test(value) || BigInt(digits) - (value.includes('-') ? 1n : 0n) < 1n << 63n;
}

export const arithmeticScope = (shell: Shell): ArithmeticScope => ({
  get(name, subscript) {
    const value = elementOf(shell, name, subscript);
    // In dash, it is 0.
    if (value === undefined && shell.nounset && !shell.isSh)
      throw new ShellError(`${name}: unbound variable`, shell.unboundStatus, 'script');
    if (shell.isSh && !isDashNumber(value ?? '')) throw new ShellError(`Illegal number: ${value}`, 2, 'script');
    return value;
  },
  set(name, subscript, value) {
    assignElement(shell, name, subscript, value);
  },
});

/** The key of an element: a number for an indexed array, text for an associative one. */
export function keyOf(shell: Shell, name: string, subscript: string): string {
  const variable = shell.vars.find(name);
  if (variable?.array === 'associative') {
    if (subscript === '') throw new BadSubscript(`${name}[]: bad array subscript`, 1, 'line');
    return subscript;
  }
  const index = lineEnding(() => evaluate(subscript, arithmeticScope(shell)));
  if (index >= 0n) return String(index);
  const value = variable?.value;
  const last = value instanceof Map ? Math.max(-1, ...[...value.keys()].map(Number)) : value === undefined ? -1 : 0;
  const at = BigInt(last + 1) + index;
  if (at < 0n) throw new BadSubscript(`${name}[${subscript}]: bad array subscript`);
  return String(at);
}

/** A place before the start of an array. */
class BadSubscript extends ShellError {}

export function elementOf(shell: Shell, written: string, subscript: string | undefined): string | undefined {
  const { name, inner } = targetOf(shell, written);
  const at = subscript ?? inner;
  if (at === undefined) return shell.vars.get(name);
  const value = shell.vars.find(name)?.value;
  try {
    const key = keyOf(shell, name, at);
    if (value instanceof Map) return value.get(key);
    return key === '0' ? shell.vars.get(name) : undefined;
  } catch (error) {
    if (!(error instanceof BadSubscript)) throw error;
    // To read there is told, but is no failure.
    void shell.complain(`${name}: bad array subscript`);
    return undefined;
  }
}

/** The variable and the subscript that a text such as `a[$i]` names. Parameters and quotes in the subscript are resolved. */
export function elementIn(shell: Shell, text: string): { name: string; subscript: string | undefined } {
  const [, name = text, subscript] = /^([^[]+)(?:\[([^]*)\])?$/.exec(text) ?? [];
  return { name, subscript: subscript === undefined ? undefined : resolved(shell, subscript) };
}

const resolved = (shell: Shell, text: string): string =>
  text.replaceAll(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\$(?:(\w+)|\{(\w+)\})|\\([^])/g,
    (_, single?: string, double?: string, plain = '', braced = plain, escaped?: string) =>
      single ??
      (double === undefined ? (escaped ?? elementOf(shell, braced, undefined) ?? '') : resolved(shell, double)),
  );

/** The variable that a name refers to once references are followed, and the subscript if that is an element. */
export function targetOf(shell: Shell, written: string): { name: string; inner: string | undefined } {
  const { name, subscript: inner } = elementIn(shell, shell.vars.follow(written));
  return { name, inner };
}

/** Assigns to a variable or an element, applying the variable's attributes. */
export function assignElement(shell: Shell, written: string, subscript: string | undefined, value: string): void {
  const { name, inner } = targetOf(shell, written);
  const variable = shell.vars.find(name);
  if (variable?.reference && !/^[A-Za-z_]\w*(?:\[[^]+\])?$/.test(value))
    throw new ShellError(`\`${value}': not a valid identifier`, 1, 'line');
  const numeric = variable?.integer ? integerOf(shell, value) : value;
  const at = subscript ?? inner;
  shell.vars.set(name, numeric, at === undefined ? undefined : keyOf(shell, name, at));
  if (name === 'BASH_XTRACEFD') traceTo(shell, numeric);
  if (name === 'OPTIND') shell.optionLetter = 1;
  if (shell.options.has('allexport')) shell.vars.writable(name).exported = true;
}

/** Has `set -x` write to a descriptor, which has to be open by now. */
function traceTo(shell: Shell, value: string): void {
  const fd = Number(value);
  shell.traceFd = shell.fds.get(fd) ? fd : 2;
  if (shell.traceFd !== fd) void shell.complain(`BASH_XTRACEFD: ${value}: invalid value for trace file descriptor`);
}
