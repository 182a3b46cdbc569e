import type { Segment } from '../path';

/** The current position in the value, as a linked list, so that no path is built until an issue needs one. */
export interface SchemaPlace {
  parent: SchemaPlace | undefined;
  key: Segment;
}

export function pathOfPlace(place: SchemaPlace | undefined, ...more: Segment[]): Segment[] {
  const path: Segment[] = [];
  for (let at = place; at; at = at.parent) path.push(at.key);
  return [...path.reverse(), ...more];
}
