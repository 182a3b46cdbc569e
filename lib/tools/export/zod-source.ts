import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { literal } from './exported-tool';

/** Keywords that do not affect which values are valid. */
const REMARKS = new Set(['$schema', '$comment', 'title', 'description', 'examples', 'deprecated', 'default', '$id']);

/** A Zod expression equivalent to a JSON Schema. What cannot be written in Zod is left to `z.fromJSONSchema`. */
export function zodSource(schema: unknown): string {
  const made = isObject(schema) ? exact(schema) : undefined;
  if (made === undefined || !isObject(schema))
    return schema === true ? 'z.unknown()' : `z.fromJSONSchema(${literal(schema)})`;
  return typeof schema.description === 'string' ? `${made}.describe(${literal(schema.description)})` : made;
}

/** The same for the root, which must be a Zod object; other keywords there cannot be expressed. */
export function zodObjectSource(schema: JsonSchema): string {
  if (JSON.stringify(schema).includes('"$ref"')) return whole(schema);
  const { properties, required, additionalProperties } = schema;
  return object({ type: 'object', properties, required, additionalProperties }) ?? whole(schema);
}

/**
 * Checks the whole input with `z.fromJSONSchema`: references do not resolve in a part of the schema. The schema is its metadata,
 * too, so that it is what the object is declared as.
 */
function whole(schema: JsonSchema): string {
  const { $schema: _, $id: __, ...declared } = schema;
  return `((schema: z.core.JSONSchema.JSONSchema) =>
  z.looseObject({}).meta(schema).superRefine((value, context) => {
    const checked = z.fromJSONSchema(schema).safeParse(value);
    for (const { path, message } of checked.error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
  }))(${literal(declared)})`;
}

function exact(schema: JsonSchema): string | undefined {
  if (Array.isArray(schema.enum) && only(schema, ['type', 'enum'])) return choice(schema.enum);
  if (schema.const !== undefined && only(schema, ['type', 'const'])) return choice([schema.const]);
  if (Array.isArray(schema.anyOf) && schema.anyOf.length > 0 && only(schema, ['anyOf'])) {
    return `z.union([${schema.anyOf.map(zodSource).join(', ')}])`;
  }
  switch (schema.type) {
    case 'string':
      return only(schema, ['type', 'minLength', 'maxLength']) ? `z.string()${limits(schema, LENGTHS)}` : undefined;
    case 'number':
      return only(schema, ['type', ...Object.keys(BOUNDS)]) ? `z.number()${limits(schema, BOUNDS)}` : undefined;
    case 'integer':
      return only(schema, ['type', ...Object.keys(BOUNDS)]) ? `z.int()${limits(schema, BOUNDS)}` : undefined;
    case 'boolean':
      return only(schema, ['type']) ? 'z.boolean()' : undefined;
    case 'null':
      return only(schema, ['type']) ? 'z.null()' : undefined;
    case 'array':
      return only(schema, ['type', 'items', 'minItems', 'maxItems']) && isObject(schema.items)
        ? `z.array(${zodSource(schema.items)})${limits(schema, ITEMS)}`
        : undefined;
    case 'object':
      return object(schema);
    default:
      return undefined;
  }
}

const LENGTHS = { minLength: 'min', maxLength: 'max' };
const ITEMS = { minItems: 'min', maxItems: 'max' };
const BOUNDS = {
  minimum: 'gte',
  maximum: 'lte',
  exclusiveMinimum: 'gt',
  exclusiveMaximum: 'lt',
  multipleOf: 'multipleOf',
};

const only = (schema: JsonSchema, keywords: readonly string[]): boolean =>
  Object.entries(schema).every(
    ([keyword, value]) => value === undefined || keywords.includes(keyword) || REMARKS.has(keyword),
  );

const limits = (schema: JsonSchema, methods: Readonly<Record<string, string>>): string =>
  Object.entries(methods)
    .map(([keyword, method]) => (typeof schema[keyword] === 'number' ? `.${method}(${schema[keyword]})` : ''))
    .join('');

function choice(values: readonly unknown[]): string | undefined {
  const plain = values.every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value));
  if (!plain || values.length === 0) return undefined;
  return values.every((value) => typeof value === 'string')
    ? `z.enum(${literal(values)})`
    : `z.literal(${literal(values)})`;
}

function object(schema: JsonSchema): string | undefined {
  const { properties = {}, required = [], additionalProperties: rest } = schema;
  if (!only(schema, ['type', 'properties', 'required', 'additionalProperties'])) return undefined;
  if (!isObject(properties) || !Array.isArray(required)) return undefined;
  const names = [...new Set([...Object.keys(properties), ...required.map(String)])];
  const fields = names.map((name) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : true;
    const defaulted =
      isObject(field) && field.default !== undefined ? `.default(${literal(field.default)})` : '.optional()';
    return `  ${JSON.stringify(name)}: ${zodSource(field)}${required.includes(name) ? '' : defaulted},\n`;
  });
  const shape = `{\n${fields.join('').replace(/^(?=.)/gm, '')}}`;
  if (rest === false) return `z.strictObject(${shape})`;
  return rest === undefined || rest === true
    ? `z.looseObject(${shape})`
    : `z.object(${shape}).catchall(${zodSource(rest)})`;
}
