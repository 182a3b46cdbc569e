import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { jsonValue } from './json-value';

/** The arguments of a call from their JSON text, or from JSON in a JSON string; undefined where it is no object. */
export function jsonArguments(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'string') return isObject(value) ? value : undefined;
  const parsed = jsonValue(value);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** Arguments that were written as text, each made what the schema of its field asks for. What does not fit stays text. */
export const typedArguments = (
  texts: readonly (readonly [name: string, text: string])[],
  schema: JsonSchema | undefined,
): Record<string, unknown> =>
  Object.fromEntries(texts.map(([name, text]) => [name, typed(text, fieldSchema(schema, name), schema)]));

/** Whether a field takes lists or objects, and no text. */
export function isStructured(schema: JsonSchema | undefined, name: string): boolean {
  const types = typesOf(fieldSchema(schema, name), schema);
  return !types.has('string') && (types.has('array') || types.has('object'));
}

/**
 * Whether a tag in a value may begin the field of that name, the closing tag before it having been left out: a field that the
 * tool has and that was not given so far. Of a tool whose fields nobody knows, it has to stand at the start of a line.
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
  // Where text and a list are both allowed, what reads as a list is one.
  const listed = (types.has('array') || types.has('object')) && /^[[{]/.test(trimmed);
  if (types.has('string') && !listed) return text;
  if (types.has('boolean') && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  for (const json of [trimmed, ...(listed ? [jsonOfPython(trimmed)] : [])]) {
    const parsed = jsonValue(json ?? '');
    if (parsed.ok) return types.has(typeOf(parsed.value)) ? parsed.value : text;
  }
  return text;
}

/** The JSON types a schema allows, as far as that can be told; none where anything may be meant. */
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

/** What a reference within the schema points to. */
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

/** A list or a dict as Python prints it, as JSON: models write these too. Undefined where a quote is never closed. */
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
