import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { z } from 'zod';
import { parseJson } from '@/lib/protocol';
import type { Segment } from '../path';

/** A JSON value in a text, with the place of each part. */
export type ValueNode = Node;

/** The tree of a text that is JSON, strictly; undefined where it is not, or is nested too deeply to be read. */
export function valueTree(text: string): ValueNode | undefined {
  try {
    return parseJson(z.unknown(), text).ok ? parseTree(text) : undefined;
  } catch {
    return undefined;
  }
}

/** What stands at one step from a node. Of a repeated name the last counts, as in `JSON.parse`. */
export function childAt(node: ValueNode, segment: Segment): ValueNode | undefined {
  if (typeof segment === 'number') return findNodeAtLocation(node, [segment]);
  if (node.type !== 'object') return undefined;
  return node.children?.findLast(({ children }) => children?.[0]?.value === segment)?.children?.[1];
}

/** The node at a place; undefined where there is nothing. */
export const nodeAt = (root: ValueNode, path: readonly Segment[]): ValueNode | undefined =>
  path.reduce<ValueNode | undefined>((node, segment) => node && childAt(node, segment), root);

/** What stands in the fields of an object, by their names in their order. Of a repeated name the last counts. */
export const childrenByName = (node: ValueNode): ReadonlyMap<string, ValueNode | undefined> =>
  new Map((node.children ?? []).map(({ children }) => [String(children?.[0]?.value), children?.[1]]));

/** Whether there are more values than that in one. */
export function hasMoreThan(most: number, root: ValueNode): boolean {
  const open = [root];
  for (let count = 0; open.length > 0; count++) {
    if (count > most) return true;
    for (const child of open.pop()?.children ?? [])
      open.push(child.type === 'property' ? (child.children?.[1] ?? child) : child);
  }
  return false;
}

/** What stands at a node, to the letter. */
export const rawOf = (text: string, { offset, length }: ValueNode): string => text.slice(offset, offset + length);
