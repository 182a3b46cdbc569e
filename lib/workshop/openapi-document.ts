import { parseAnyJson } from '@/lib/protocol';
import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { parse } from 'yaml';

/** The value of a text in JSON or YAML; undefined if it is neither, or has cycles. Never throws. */
export function readYaml(text: string): unknown {
  // JSON is also YAML, but takes a hundred times as long to parse as YAML.
  const json = parseAnyJson(text);
  if (json.ok) return json.value;
  try {
    const plain = JSON.stringify(parse(text, { logLevel: 'silent' }));
    const read = parseAnyJson(plain ?? '');
    return read.ok ? read.value : undefined;
  } catch {
    return undefined;
  }
}

/** Maximum number of references that are followed in a row. */
const MOST_STEPS = 20;

/** The value that a reference within a document finally leads to, or undefined if there is none; any other value unchanged. */
export function resolved(document: unknown, value: unknown): unknown {
  let found = value;
  for (let step = 0; isObject(found) && typeof found.$ref === 'string'; step++) {
    if (step === MOST_STEPS || !found.$ref.startsWith('#/')) return undefined;
    found = pointed(document, found.$ref);
  }
  return found;
}

const pointed = (document: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .map(unescaped)
    .reduce<unknown>((node, step) => {
      const holds = (isObject(node) || Array.isArray(node)) && Object.hasOwn(node, step);
      return holds ? Reflect.get(node, step) : undefined;
    }, document);

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

/** A schema of an OpenAPI document as self-contained JSON Schema, with the schemas it refers to. */
export function standingAlone(document: unknown, schema: JsonSchema): JsonSchema {
  const names = new Map<string, string>();
  const definitions = new Map<string, unknown>();
  const define = (reference: string): string => {
    const known = names.get(reference);
    if (known !== undefined) return known;
    const name = freeName(unescaped(reference.slice(reference.lastIndexOf('/') + 1)), definitions);
    names.set(reference, name);
    definitions.set(name, {});
    definitions.set(name, moved(pointed(document, reference) ?? {}));
    return name;
  };
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (!isObject(value)) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, moved(one)]));
    if (typeof value.$ref === 'string' && value.$ref.startsWith('#/')) inner.$ref = `#/$defs/${define(value.$ref)}`;
    return asJsonSchema(inner);
  };
  const alone = moved(schema);
  const whole = isObject(alone) ? alone : {};
  return definitions.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(definitions) };
}

function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  const base = wanted.replace(/[^\w.-]+/g, '_') || 'schema';
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
  return name;
}

/** OpenAPI 3.0 has its own keywords for null, open ranges and examples. */
function asJsonSchema({ nullable, ...schema }: JsonSchema): JsonSchema {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, example, ...rest } = schema;
  const plain: JsonSchema = {
    ...rest,
    ...range('minimum', minimum, exclusiveMinimum),
    ...range('maximum', maximum, exclusiveMaximum),
    ...(example !== undefined && (typeof rest.type === 'string' ? { examples: [example] } : { example })),
  };
  if (nullable !== true) return nullable === undefined || nullable === false ? plain : { ...plain, nullable };
  if (typeof plain.type !== 'string') return { anyOf: [plain, { type: 'null' }] };
  return {
    ...plain,
    type: [plain.type, 'null'],
    ...(Array.isArray(rest.enum) && !rest.enum.includes(null) && { enum: [...rest.enum, null] }),
  };
}

function range(name: 'minimum' | 'maximum', bound: unknown, exclusive: unknown): JsonSchema {
  const open = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  if (exclusive === true) return { [open]: bound };
  return {
    ...(bound !== undefined && { [name]: bound }),
    ...(exclusive !== undefined && exclusive !== false && { [open]: exclusive }),
  };
}
