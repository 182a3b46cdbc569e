import type { Segment } from '../path';

/** Where in the value a check stands, as a chain, so that a path costs nothing until a fault needs it. */
export interface SchemaPlace {
  parent: SchemaPlace | undefined;
  key: Segment;
}

export function pathOf(place: SchemaPlace | undefined, ...more: Segment[]): Segment[] {
  const path: Segment[] = [];
  for (let at = place; at; at = at.parent) path.push(at.key);
  return [...path.reverse(), ...more];
}
