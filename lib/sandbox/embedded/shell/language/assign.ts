import type { ArrayValue, Assignment, Word } from 'unbash';
import { evaluate } from './arithmetic';
import { arithmeticScope, assignElement, elementOf, expandArithmetic, integerOf, keyOf } from './arithmetic-text';
import { parseWord } from '@/lib/shell-syntax/words';
import { expandAssigned, expandToText, expandWords } from './expand';
import type { Shell } from './shell';
import { nextIndex, setElement } from './variables';
import type { CommandTrace } from './trace';

/** Assigns to a variable, an element or a whole array. `trace`: shows it for `set -x`; `given`: the value, if it is expanded. */
export async function assign(shell: Shell, one: Assignment, trace?: CommandTrace, given?: string): Promise<void> {
  const { value, append } = one;
  const name = shell.vars.follow(one.name);
  if (value.type === 'ArrayValue') {
    await trace?.assignedArray(one.text);
    return assignArray(shell, name, value, append === true);
  }
  const subscript = one.index && (await subscriptOf(shell, name, one.index));
  const text = given ?? (await expandAssigned(shell, value));
  await trace?.assigned(targetText(one), text);
  assignElement(shell, one.name, subscript, append ? appended(shell, one.name, subscript, text) : text);
}

/** An assignment as written, up to its value. */
export const targetText = ({ name, index, append }: Assignment): string =>
  `${name}${index ? `[${index.text}]` : ''}${append ? '+' : ''}=`;

/** The value that `name+=text` assigns: for an integer, the sum. */
function appended(shell: Shell, name: string, subscript: string | undefined, text: string): string {
  const before = elementOf(shell, name, subscript) ?? '';
  if (!shell.vars.find(shell.vars.follow(name))?.integer) return before + text;
  return String(evaluate(before || '0', arithmeticScope(shell)) + evaluate(text, arithmeticScope(shell)));
}

async function subscriptOf(shell: Shell, name: string, index: Word): Promise<string> {
  if (shell.vars.find(name)?.array === 'associative') return expandToText(shell, index);
  return String(await expandArithmetic(shell, index.text));
}

export async function assignArray(
  shell: Shell,
  name: string,
  { elements }: ArrayValue,
  append: boolean,
): Promise<void> {
  const variable = shell.vars.writable(name);
  const associative = variable.array === 'associative';
  const before = variable.value;
  const kept = append
    ? before instanceof Map
      ? before
      : new Map<string, string>(before === undefined ? [] : [['0', before]])
    : new Map<string, string>();
  // New elements are kept apart until all are expanded: an expansion may refer to the array itself.
  const fresh = new Map<string, string>();
  if (associative) await fillAssociative(shell, name, elements, fresh, kept);
  else await fillIndexed(shell, name, elements, fresh, kept);
  for (const [key, value] of fresh) setElement(kept, key, variable.integer ? integerOf(shell, value) : value);
  variable.array = associative ? 'associative' : 'indexed';
  variable.value = kept;
}

const KEYED = /^\[((?:\[[^\]]*\]|[^\]"']|"[^"]*"|'[^']*')*)\](\+?)=([^]*)$/;

async function fillAssociative(
  shell: Shell,
  name: string,
  elements: readonly Word[],
  array: Map<string, string>,
  kept: ReadonlyMap<string, string>,
): Promise<void> {
  const plain: string[] = [];
  for (const element of elements) {
    const [, key, plus, value] = KEYED.exec(element.text) ?? [];
    if (key === undefined || value === undefined) plain.push(...(await expandWords(shell, [element])));
    else {
      const at = await expandToText(shell, quotedWord(key));
      const text = value === '' ? '' : await expandAssigned(shell, parseWord(value));
      array.set(at, plus ? (array.get(at) ?? kept.get(at) ?? '') + text : text);
    }
  }
  if (array.size > 0) {
    for (const text of plain)
      await shell.complain(`${name}: ${text}: must use subscript when assigning associative array`);
    return;
  }
  for (let at = 0; at < plain.length; at += 2) array.set(plain[at] ?? '', plain[at + 1] ?? '');
}

/** A subscript as one word, even if it contains spaces. */
const quotedWord = (text: string): Word => parseWord(/["'\\]/.test(text) ? text : `"${text}"`);

async function fillIndexed(
  shell: Shell,
  name: string,
  elements: readonly Word[],
  array: Map<string, string>,
  kept: Map<string, string>,
): Promise<void> {
  let at = kept.size > 0 ? nextIndex(kept) : 0;
  for (const element of elements) {
    const [, key, plus, value] = KEYED.exec(element.text) ?? [];
    if (key === undefined || value === undefined) {
      for (const text of await expandWords(shell, [element])) array.set(String(at++), text);
      continue;
    }
    const index = keyOf(shell, name, String(await expandArithmetic(shell, key)));
    const text = value === '' ? '' : await expandAssigned(shell, parseWord(value));
    array.set(index, plus ? (array.get(index) ?? kept.get(index) ?? '') + text : text);
    at = Number(index) + 1;
  }
}
