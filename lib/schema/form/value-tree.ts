import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { parseAnyJson } from '@/lib/protocol';
import type { Segment } from '../path';

/** A JSON value in a text, with the position of each part. */
export type ValueNode = Node;

/** Parses strict JSON; undefined if the text is not JSON or is nested too deeply. */
export function valueTree(text: string): ValueNode | undefined {
  try {
    return parseAnyJson(text).ok ? parseTree(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The child of a node. Of a duplicate name the last counts, as in `JSON.parse`. */
export function childAt(node: ValueNode, segment: Segment): ValueNode | undefined {
  if (typeof segment === 'number') return findNodeAtLocation(node, [segment]);
  if (node.type !== 'object') return undefined;
  return node.children?.findLast(({ children }) => children?.[0]?.value === segment)?.children?.[1];
}

/** The node at a path; undefined if there is none. */
export const nodeAt = (root: ValueNode, path: readonly Segment[]): ValueNode | undefined =>
  path.reduce<ValueNode | undefined>((node, segment) => node && childAt(node, segment), root);

/** The fields of an object by name, in order. Of a duplicate name the last counts. */
export const childrenByName = (node: ValueNode): ReadonlyMap<string, ValueNode | undefined> =>
  new Map((node.children ?? []).map(({ children }) => [String(children?.[0]?.value), children?.[1]]));

/** Whether a tree has more than `most` values. */
export function hasMoreThan(most: number, root: ValueNode): boolean {
  const open = [root];
  for (let count = 0; open.length > 0; count++) {
    if (count > most) return true;
    for (const child of open.pop()?.children ?? [])
      open.push(child.type === 'property' ? (child.children?.[1] ?? child) : child);
  }
  return false;
}

/** The verbatim text of a node. */
export const rawOf = (text: string, { offset, length }: ValueNode): string => text.slice(offset, offset + length);
