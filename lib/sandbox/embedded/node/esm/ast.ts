/** A node of acorn's tree, as far as it is used here. */
export interface AstNode {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  kind?: string;
  computed?: boolean;
  shorthand?: boolean;
  body?: AstNode[] & AstNode;
  id?: AstNode | null;
  local?: AstNode;
  imported?: AstNode;
  exported?: AstNode | null;
  source?: AstNode | null;
  declaration?: AstNode | null;
  declarations?: AstNode[];
  specifiers?: AstNode[];
  attributes?: AstNode[];
  properties?: AstNode[];
  elements?: (AstNode | null)[];
  params?: AstNode[];
  param?: AstNode | null;
  left?: AstNode;
  argument?: AstNode | null;
  callee?: AstNode;
  tag?: AstNode;
  key?: AstNode;
  property?: AstNode;
  label?: AstNode | null;
}

export const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The children of a node, in source order. */
export function* children(node: AstNode): Generator<[string, AstNode]> {
  for (const [name, value] of Object.entries(node)) {
    if (isNode(value)) yield [name, value];
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) yield [name, one];
  }
}
