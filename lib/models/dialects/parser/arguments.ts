import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { jsonValue } from './json-value';

/** A call's arguments from JSON text, or from JSON in a JSON string; undefined if they are not an object. */
export function jsonArguments(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'string') return isObject(value) ? value : undefined;
  const parsed = jsonValue(value);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** Arguments written as text, each converted to the type in its field's schema. A value that does not fit stays text. */
export const typedArguments = (
  texts: readonly (readonly [name: string, text: string])[],
  schema: JsonSchema | undefined,
): Record<string, unknown> =>
  Object.fromEntries(texts.map(([name, text]) => [name, typed(text, fieldSchema(schema, name), schema)]));

/** Whether a field takes lists or objects, but not text. */
export function isStructured(schema: JsonSchema | undefined, name: string): boolean {
  const types = typesOf(fieldSchema(schema, name), schema);
  return !types.has('string') && (types.has('array') || types.has('object'));
}

/**
 * Whether a tag within a value may begin the field of that name, because the closing tag before it was left out: the tool
 * has the field and it was not given yet. If the tool's fields are unknown, the tag must be at the start of a line.
 */
export function mayFollow(
  schema: JsonSchema | undefined,
  given: ReadonlySet<string>,
  name: string,
  atLineStart: boolean,
): boolean {
  const properties = schema?.properties;
  if (given.has(name)) return false;
  return isObject(properties) ? Object.hasOwn(properties, name) : atLineStart && /^[\w.-]+$/.test(name);
}

function fieldSchema(schema: JsonSchema | undefined, name: string): unknown {
  const properties = schema?.properties;
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function typed(text: string, schema: unknown, root: JsonSchema | undefined): unknown {
  const types = typesOf(schema, root);
  if (types.size === 0) return text;
  const trimmed = text.trim();
  if (types.has('null') && (trimmed === 'null' || (trimmed === 'None' && !types.has('string')))) return null;
  // If both text and a list or object are allowed, what reads as a list or object is taken as one.
  const listed = (types.has('array') || types.has('object')) && /^[[{]/.test(trimmed);
  if (types.has('string') && !listed) return text;
  if (types.has('boolean') && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  for (const json of [trimmed, ...(listed ? [jsonOfPython(trimmed)] : [])]) {
    const parsed = jsonValue(json ?? '');
    if (parsed.ok) return types.has(typeOf(parsed.value)) ? parsed.value : text;
  }
  return text;
}

/** The JSON types a schema allows, as far as they can be determined; empty if anything may be meant. */
function typesOf(schema: unknown, root: JsonSchema | undefined, depth = 0): Set<string> {
  if (!isObject(schema) || depth > 8) return new Set();
  const types = new Set<string>();
  const add = (more: Iterable<string>): void => {
    for (const type of more) types.add(type === 'integer' ? 'number' : type);
  };
  if (typeof schema.type === 'string') add([schema.type]);
  if (Array.isArray(schema.type)) add(schema.type.map(String));
  if (Array.isArray(schema.enum)) add(schema.enum.map(typeOf));
  if (isObject(schema.properties)) add(['object']);
  if ('items' in schema) add(['array']);
  if ('const' in schema) add([typeOf(schema.const)]);
  for (const shapes of [schema.anyOf, schema.oneOf, schema.allOf]) {
    if (Array.isArray(shapes)) for (const shape of shapes) add(typesOf(shape, root, depth + 1));
  }
  if (typeof schema.$ref === 'string') add(typesOf(target(schema.$ref, root), root, depth + 1));
  return types;
}

/** The target of a reference within the schema. */
const target = (reference: string, root: unknown): unknown =>
  reference.startsWith('#')
    ? reference
        .split('/')
        .slice(1)
        .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), root)
    : undefined;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|True|False|None|[TFN]|[^"'TFN]+/sy;
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** Converts a list or dict in Python syntax, which models also write, to JSON. Undefined if a quote is never closed. */
function jsonOfPython(text: string): string | undefined {
  const parts: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [token, single] = TOKEN.exec(text) ?? [];
    if (token === undefined) return undefined;
    parts.push(single === undefined ? (WORDS[token] ?? token) : inDoubleQuotes(single));
  }
  return parts.join('');
}

const inDoubleQuotes = (inner: string): string =>
  `"${inner.replaceAll(/\\'|\\.|"/gs, (part) => ({ "\\'": "'", '"': '\\"' })[part] ?? part)}"`;
