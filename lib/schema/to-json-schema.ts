import { z } from 'zod';
import { isObject, isZod, type JsonSchema } from './json-schema';

const cache = new WeakMap<z.ZodType, JsonSchema>();

/**
 * The JSON Schema of what a caller may send, without what only costs tokens: no `$schema`, no bounds that merely say
 * "safe integer". What JSON Schema cannot express accepts anything. A JSON Schema is returned as it is.
 */
export function toJsonSchema(schema: z.ZodType | JsonSchema): JsonSchema {
  if (!isZod(schema)) return schema;
  const known = cache.get(schema);
  if (known) return known;
  const made: JsonSchema = { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: quieten }) };
  const { $schema: _, '~standard': __, ...rest } = made;
  cache.set(schema, rest);
  return rest;
}

function quieten({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format === 'starts_with' || jsonSchema.format === 'ends_with' || jsonSchema.format === 'includes') {
    delete jsonSchema.format;
  }
}

/** Names of the fields that the objects at a place may have. */
export function fieldsAt(schema: JsonSchema, path: readonly (string | number)[]): string[] {
  const fields = schemasAt(schema, path).flatMap((node) =>
    isObject(node.properties) ? Object.keys(node.properties) : [],
  );
  return [...new Set(fields)];
}

/** Every subschema that has a say about the value at a place. */
export function schemasAt(root: JsonSchema, path: readonly (string | number)[]): JsonSchema[] {
  let nodes = expand([root], root);
  for (const segment of path)
    nodes = expand(
      nodes.flatMap((node) => step(node, segment)),
      root,
    );
  return nodes;
}

function step(node: JsonSchema, segment: string | number): unknown[] {
  if (typeof segment === 'number') {
    return [Array.isArray(node.prefixItems) ? (node.prefixItems[segment] ?? node.items) : node.items];
  }
  const properties = isObject(node.properties) ? node.properties : {};
  return [Object.hasOwn(properties, segment) ? properties[segment] : node.additionalProperties];
}

/** Adds what combinators and local references lead to; each node once, so a circle ends. */
function expand(nodes: readonly unknown[], root: JsonSchema): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const open = [...nodes];
  while (open.length > 0) {
    const node = open.pop();
    if (!isObject(node) || found.has(node)) continue;
    found.add(node);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const members = node[keyword];
      if (Array.isArray(members)) open.push(...members);
    }
    if (typeof node.$ref === 'string' && node.$ref.startsWith('#')) open.push(resolve(root, node.$ref));
  }
  return [...found];
}

function resolve(root: JsonSchema, reference: string): unknown {
  let node: unknown = root;
  for (const token of reference.split('/').slice(1)) {
    node = isObject(node) ? node[token.replace(/~1/g, '/').replace(/~0/g, '~')] : undefined;
  }
  return node;
}
