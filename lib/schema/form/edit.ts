import { applyEdits, modify, type ModificationOptions } from 'jsonc-parser';
import type { Segment } from '../path';
import { childAt, nodeAt, valueTree } from './value-tree';

/**
 * How an edit is laid out. Nothing is where lines begin very far in: jsonc-parser throws at an indentation of 200. Nor where one is very
 * long: it would lay that out anew, part by part.
 */
const layoutOf = (text: string): ModificationOptions =>
  /^[ \t]{90}|^.{5000}/m.test(text) ? {} : { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** Text of the arguments: nothing typed is an empty object. */
const started = (text: string): string => (text.trim() === '' ? '{}' : text);

/**
 * A text with another value at a place, `raw` to the letter. Every other value stays as it was, also what a parser would lose:
 * figures too long for a number, repeated names. Unchanged where there is no such place.
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

/** A text without what stands at a place; of a repeated name, without any of them. */
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

/** Further lines of a value begin where the line does on which it stands. */
function laidOut(text: string, offset: number, raw: string): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return raw.startsWith('{') || raw.startsWith('[') ? raw.replaceAll('\n', `\n${indent}`) : raw;
}

/** A text in which the field at a place has another name. Unchanged where there is no such field. */
export function withName(text: string, path: readonly Segment[], name: string): string {
  const root = valueTree(text);
  const key = root && nodeAt(root, path)?.parent?.children?.[0];
  if (!key || typeof path.at(-1) !== 'string') return text;
  return text.slice(0, key.offset) + JSON.stringify(name) + text.slice(key.offset + key.length);
}
