import { applyEdits, modify, type ModificationOptions } from 'jsonc-parser';
import type { Segment } from '../path';
import { childAt, nodeAt, valueTree } from './value-tree';

/**
 * How an edit is formatted. Text that is indented very far is not (jsonc-parser throws at an indentation of 200), nor are very long
 * lines (it would reformat them piece by piece).
 */
const layoutOf = (text: string): ModificationOptions =>
  /^[ \t]{90}|^.{5000}/m.test(text) ? {} : { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** The text of the arguments; empty text counts as an empty object. */
const started = (text: string): string => (text.trim() === '' ? '{}' : text);

/**
 * Replaces the value at a path with `raw`, verbatim. Everything else keeps its text, including what a parser would lose: numbers
 * with too many digits, duplicate names. Returns the text unchanged if the path does not exist.
 */
export function withValue(given: string, path: readonly Segment[], raw: string): string {
  const text = started(given);
  const root = valueTree(text);
  if (!root) return given;
  const node = nodeAt(root, path);
  if (node) return text.slice(0, node.offset) + raw + text.slice(node.offset + node.length);
  const parent = nodeAt(root, path.slice(0, -1));
  if (!parent || (parent.type !== 'object' && parent.type !== 'array')) return given;
  const made = applyEdits(text, modify(text, [...path], null, layoutOf(text)));
  const place = nodeAt(valueTree(made) ?? root, path);
  return place ? made.slice(0, place.offset) + laidOut(made, place.offset, raw) + made.slice(place.offset + 4) : given;
}

/** Removes the value at a path; of a duplicate name, every occurrence. */
export function withoutValue(text: string, path: readonly Segment[]): string {
  let left = text;
  for (;;) {
    const root = valueTree(left);
    const last = path.at(-1);
    const parent = root && nodeAt(root, path.slice(0, -1));
    if (!parent || last === undefined || !childAt(parent, last)) return left;
    left = applyEdits(left, modify(left, [...path], undefined, layoutOf(left)));
    if (typeof last === 'number') return left;
  }
}

/** Indents the second and later lines of a value like the line that it starts on. */
function laidOut(text: string, offset: number, raw: string): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return raw.startsWith('{') || raw.startsWith('[') ? raw.replaceAll('\n', `\n${indent}`) : raw;
}

/** Renames the field at a path. Returns the text unchanged if there is no such field. */
export function withName(text: string, path: readonly Segment[], name: string): string {
  const root = valueTree(text);
  const key = root && nodeAt(root, path)?.parent?.children?.[0];
  if (!key || typeof path.at(-1) !== 'string') return text;
  return text.slice(0, key.offset) + JSON.stringify(name) + text.slice(key.offset + key.length);
}
