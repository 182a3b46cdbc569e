/** A node of acorn's tree, as far as it is used here. */
export interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  kind?: string;
  computed?: boolean;
  shorthand?: boolean;
  body?: Node[] & Node;
  id?: Node | null;
  local?: Node;
  imported?: Node;
  exported?: Node | null;
  source?: Node | null;
  declaration?: Node | null;
  declarations?: Node[];
  specifiers?: Node[];
  attributes?: Node[];
  properties?: Node[];
  elements?: (Node | null)[];
  params?: Node[];
  param?: Node | null;
  left?: Node;
  argument?: Node | null;
  callee?: Node;
  tag?: Node;
  key?: Node;
  property?: Node;
  label?: Node | null;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The children of a node, in source order. */
export function* children(node: Node): Generator<[string, Node]> {
  for (const [name, value] of Object.entries(node)) {
    if (isNode(value)) yield [name, value];
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) yield [name, one];
  }
}
