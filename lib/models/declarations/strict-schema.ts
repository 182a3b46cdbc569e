import { z } from 'zod';

const NodeSchema = z.record(z.string(), z.unknown());

/** Keywords that the strict decoding of both providers enforces or ignores. */
const KNOWN = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'const',
  '$ref',
  '$defs',
  'description',
  'title',
]);

/**
 * Whether a provider can constrain the model's output to a schema: every object is closed, every field required, and no
 * keyword is one that a provider refuses.
 */
export function fitsStrict(schema: unknown): boolean {
  const parsed = NodeSchema.safeParse(schema);
  if (!parsed.success) return false;
  const node = parsed.data;
  if (Object.keys(node).some((keyword) => !KNOWN.has(keyword))) return false;
  if (!['type', 'anyOf', 'enum', 'const', '$ref'].some((keyword) => keyword in node)) return false;
  if (node.type === 'object' && !isClosed(node)) return false;
  return childrenOf(node).every(fitsStrict);
}

function isClosed({ properties, required, additionalProperties }: Record<string, unknown>): boolean {
  const fields = Object.keys(Object(properties));
  return additionalProperties === false && fields.every((name) => Array.isArray(required) && required.includes(name));
}

function childrenOf({ properties, $defs, anyOf, items }: Record<string, unknown>): unknown[] {
  const children = [
    ...Object.values(Object(properties)),
    ...Object.values(Object($defs)),
    ...Object.values(Object(anyOf)),
  ];
  return items === undefined ? children : [...children, items];
}
