import { z } from 'zod';
import { isObject, type JsonSchema } from './json-schema';
import { viaJsonSchema } from './via-json-schema';

/** Keywords that do not affect validation. */
const REMARKS: ReadonlySet<string> = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'default',
]);
/** Keywords that tie a schema to the rest of its document; such documents are not split. */
const TIES = ['$ref', '$dynamicRef', '$recursiveRef', '$id', 'id', '$anchor', '$dynamicAnchor'];

/**
 * A Zod schema that accepts exactly what a JSON Schema accepts, and fills in the defaults of fields that may be left out.
 * Whatever Zod cannot express is checked by the JSON Schema itself, so nothing is weakened. Never throws.
 */
export function fromJsonSchema(schema: JsonSchema | boolean): z.ZodType {
  try {
    if (!isObject(schema) || isTied(schema)) return viaJsonSchema(schema);
    return convert(schema, { $schema: schema.$schema });
  } catch {
    return viaJsonSchema(schema);
  }
}

/** What every part of the document needs to know: its `$schema`. */
type Whole = JsonSchema;

function isTied(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(isTied);
  return (
    isObject(schema) && (TIES.some((keyword) => Object.hasOwn(schema, keyword)) || Object.values(schema).some(isTied))
  );
}

function convert(schema: unknown, whole: Whole): z.ZodType {
  const made = isObject(schema) ? exact(schema, whole) : undefined;
  if (!made || !isObject(schema)) return viaJsonSchema(schema, whole);
  const { title, description } = schema;
  const remarks = {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
  };
  return Object.keys(remarks).length > 0 ? made.meta(remarks) : made;
}

/** The equivalent Zod schema; undefined if there is no exact one. */
function exact(schema: JsonSchema, whole: Whole): z.ZodType | undefined {
  if (Array.isArray(schema.enum) && only(schema, ['type', 'enum'])) return choice(schema.enum, schema.type);
  if (schema.const !== undefined && only(schema, ['type', 'const'])) return choice([schema.const], schema.type);
  if (Array.isArray(schema.anyOf) && only(schema, ['anyOf'])) {
    const [first, ...rest] = schema.anyOf.map((member) => convert(member, whole));
    return first && z.union([first, ...rest]);
  }
  switch (schema.type) {
    case 'boolean':
      return only(schema, ['type']) ? z.boolean() : undefined;
    case 'null':
      return only(schema, ['type']) ? z.null() : undefined;
    case 'string':
      return only(schema, ['type', 'minLength', 'maxLength', 'pattern']) ? text(schema) : undefined;
    case 'number':
    case 'integer':
      return only(schema, ['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])
        ? number(schema)
        : undefined;
    case 'array':
      return only(schema, ['type', 'items', 'minItems', 'maxItems']) ? list(schema, whole) : undefined;
    case 'object':
      return only(schema, ['type', 'properties', 'required', 'additionalProperties'])
        ? object(schema, whole)
        : undefined;
    default:
      return undefined;
  }
}

const only = (schema: JsonSchema, keywords: readonly string[]): boolean =>
  Object.keys(schema).every((keyword) => keywords.includes(keyword) || REMARKS.has(keyword));

/** Undefined unless the keywords are absent or numbers that Zod treats the same way. */
function limits<K extends string>(schema: JsonSchema, ...keywords: K[]): Partial<Record<K, number>> | undefined {
  const found: Partial<Record<K, number>> = {};
  for (const keyword of keywords) {
    const limit = schema[keyword];
    if (limit === undefined) continue;
    if (typeof limit !== 'number' || !Number.isFinite(limit)) return undefined;
    found[keyword] = limit;
  }
  return found;
}

type Literal = string | number | boolean | null;
const isLiteral = (value: unknown): value is Literal =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const typeOf = (value: Literal): string => (value === null ? 'null' : typeof value);

function choice(values: readonly unknown[], type: unknown): z.ZodType | undefined {
  const literals = values.filter(isLiteral);
  if (literals.length === 0 || literals.length < values.length) return undefined;
  if (type !== undefined && literals.some((value) => typeOf(value) !== type)) return undefined;
  return z.literal(literals);
}

function text(schema: JsonSchema): z.ZodType | undefined {
  const found = limits(schema, 'minLength', 'maxLength');
  if (!found) return undefined;
  let made = z.string();
  if (found.minLength !== undefined) made = made.min(found.minLength);
  if (found.maxLength !== undefined) made = made.max(found.maxLength);
  if (schema.pattern === undefined) return made;
  return typeof schema.pattern === 'string' ? made.regex(new RegExp(schema.pattern, 'u')) : undefined;
}

function number(schema: JsonSchema): z.ZodType | undefined {
  const found = limits(schema, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf');
  if (!found || (found.multipleOf ?? 1) <= 0) return undefined;
  let made: z.ZodNumber = schema.type === 'integer' ? z.int() : z.number();
  if (found.minimum !== undefined) made = made.gte(found.minimum);
  if (found.maximum !== undefined) made = made.lte(found.maximum);
  if (found.exclusiveMinimum !== undefined) made = made.gt(found.exclusiveMinimum);
  if (found.exclusiveMaximum !== undefined) made = made.lt(found.exclusiveMaximum);
  return found.multipleOf === undefined ? made : made.multipleOf(found.multipleOf);
}

function list(schema: JsonSchema, whole: Whole): z.ZodType | undefined {
  const found = limits(schema, 'minItems', 'maxItems');
  if (!found || !isObject(schema.items)) return undefined;
  let made = z.array(convert(schema.items, whole));
  if (found.minItems !== undefined) made = made.min(found.minItems);
  return found.maxItems === undefined ? made : made.max(found.maxItems);
}

function object(schema: JsonSchema, whole: Whole): z.ZodType | undefined {
  const { properties = {}, required = [], additionalProperties: rest } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return undefined;
  const names = [...Object.keys(properties), ...required.map(String)];
  // Zod ignores a field of this name.
  if (names.includes('__proto__')) return undefined;
  const fields = new Map<string, z.ZodType>();
  for (const name of names) fields.set(name, field(properties, name, required.includes(name), whole));
  const shape = Object.fromEntries(fields);
  if (rest === false) return z.strictObject(shape);
  return rest === undefined || rest === true ? z.looseObject(shape) : z.object(shape).catchall(convert(rest, whole));
}

function field(properties: Record<string, unknown>, name: string, required: boolean, whole: Whole): z.ZodType {
  const schema = Object.hasOwn(properties, name) ? properties[name] : true;
  const made = convert(schema, whole);
  if (required) return made;
  return isObject(schema) && schema.default !== undefined ? made.default(schema.default) : made.optional();
}
