import { z } from 'zod';
import { isObject, isZod, type JsonSchema } from './json-schema';

const described = new WeakMap<z.ZodType, JsonSchema>();
const checked = new WeakMap<z.ZodType, JsonSchema>();

/**
 * The JSON Schema of a tool's input, without what only costs tokens: no `$schema`, no bounds that merely say "safe integer".
 * What JSON Schema cannot express accepts anything. A JSON Schema is returned unchanged. Never throws.
 */
export function toJsonSchema(schema: z.ZodType | JsonSchema): JsonSchema {
  if (!isZod(schema)) return schema;
  let made = described.get(schema);
  if (!made) described.set(schema, (made = convert(schema, quieten)));
  return made;
}

/** A JSON Schema that accepts everything Zod accepts; values that are transformed before they are checked accept anything. */
export function forChecking(schema: z.ZodType): JsonSchema {
  let made = checked.get(schema);
  if (!made) checked.set(schema, (made = convert(schema, loosen)));
  return made;
}

interface Overriding {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

function convert(schema: z.ZodType, override: (context: Overriding) => void): JsonSchema {
  try {
    const made: JsonSchema = { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override }) };
    const { $schema: _, '~standard': __, ...rest } = made;
    return rest;
  } catch {
    return {};
  }
}

function quieten({ zodSchema, jsonSchema }: Overriding): void {
  // An infinite bound is no bound, and JSON would turn it into null.
  for (const [keyword, limit] of Object.entries(jsonSchema)) {
    if (typeof limit === 'number' && !Number.isFinite(limit)) Reflect.deleteProperty(jsonSchema, keyword);
  }
  if (jsonSchema.type === 'integer') {
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  }
  // Every name is a string, so this says nothing, and strict modes refuse it.
  if (isAnyString(jsonSchema.propertyNames)) delete jsonSchema.propertyNames;
  if (jsonSchema.format === 'starts_with' || jsonSchema.format === 'ends_with' || jsonSchema.format === 'includes') {
    delete jsonSchema.format;
  }
  const { def } = zodSchema._zod;
  for (const part of [def, ...(def.checks ?? []).map((check) => check._zod.def)]) {
    if ('pattern' in part) keepFlags(jsonSchema, part.pattern);
  }
}

const isAnyString = (schema: unknown): boolean =>
  isObject(schema) && Object.keys(schema).join() === 'type' && schema.type === 'string';

/** JSON Schema patterns have no flags, so flags that change the meaning move into the pattern. */
function keepFlags(jsonSchema: z.core.JSONSchema.BaseSchema, pattern: unknown): void {
  if (!(pattern instanceof RegExp)) return;
  const flags = pattern.flags.replace(/[^ims]/g, '');
  if (flags === '') return;
  for (const holder of [jsonSchema, ...(jsonSchema.allOf ?? [])]) {
    if (isObject(holder) && holder.pattern === pattern.source) holder.pattern = `(?${flags}:${pattern.source})`;
  }
}

function loosen(context: Overriding): void {
  quieten(context);
  const { def } = context.zodSchema._zod;
  const changes = ('coerce' in def && def.coerce === true) || def.type === 'catch' || isPreprocess(def);
  const rewrites = def.checks?.some((check) => check._zod.def.check === 'overwrite') ?? false;
  if (!changes && !rewrites) return;
  for (const key of Object.keys(context.jsonSchema)) {
    if (changes || key !== 'type') Reflect.deleteProperty(context.jsonSchema, key);
  }
}

const isPreprocess = (def: z.core.$ZodTypeDef): boolean =>
  def.type === 'pipe' && 'in' in def && isZod(def.in) && def.in._zod.def.type === 'transform';

const rootFields = new WeakMap<JsonSchema, readonly string[]>();

/** The names of the fields allowed at a path. */
export function fieldsAt(schema: JsonSchema, path: readonly (string | number)[]): readonly string[] {
  const known = path.length === 0 ? rootFields.get(schema) : undefined;
  if (known) return known;
  const fields = readFieldsAt(schema, path);
  if (path.length === 0) rootFields.set(schema, fields);
  return fields;
}

function readFieldsAt(schema: JsonSchema, path: readonly (string | number)[]): string[] {
  const fields = schemasAt(schema, path).flatMap((node) =>
    isObject(node.properties) ? Object.keys(node.properties) : [],
  );
  return [...new Set(fields)];
}

/** Every subschema that applies to the value at a path. */
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
    const first = Array.isArray(node.prefixItems) ? node.prefixItems : Array.isArray(node.items) ? node.items : [];
    return [first[segment] ?? node.items];
  }
  const properties = isObject(node.properties) ? node.properties : {};
  return [Object.hasOwn(properties, segment) ? properties[segment] : node.additionalProperties];
}

/** Adds the branches of combinators and the targets of local references, each once, so that cycles end. */
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
