import { ownValue } from '@/lib/protocol/own-value';
import { toJsonSchema, validate, type JsonSchema } from '@/lib/schema';
import { parsePath } from '@/lib/schema/path';
import type { AnyTool } from '@/lib/tools/tool';
import { PREPARED, type CallBefore } from './prepared-calls';

type Input = Readonly<Record<string, unknown>>;

/** Two calls of a tool to begin with: one that fits its schema, and one that does not where there is such a one. */
export interface Examples {
  readonly good: Input;
  readonly bad?: Input;
  /** Calls that the good one needs to be made before it. */
  readonly before?: readonly CallBefore[];
  /** Why the good one cannot succeed where it is tried. */
  readonly only?: string;
}

type ExampleTool = Pick<AnyTool, 'name' | 'input' | 'executor' | 'fields'>;

/** The good one is prepared, or made from the schema; both are checked against it. */
export function examplesOf(tool: ExampleTool): Examples {
  const schema = toJsonSchema(tool.input);
  const prepared = PREPARED[tool.executor ?? tool.name];
  const known = prepared && inFieldsOf(tool, prepared.good);
  if (prepared && known && validate(tool.input, known).ok) {
    const { before = [], only } = prepared;
    return { good: known, before, ...(only !== undefined && { only }), ...badOf(tool, known, schema) };
  }
  const made = valueOf(schema, schema, [tool.name], 0);
  const good = mended(tool.input, isRecord(made) ? made : {});
  return { good, ...badOf(tool, good, schema) };
}

/** An input by the executor's names for its fields as the tool has them. */
export const inFieldsOf = ({ fields = {} }: Pick<AnyTool, 'fields'>, input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => (fields[name] === '' ? [] : [[fields[name] ?? name, value]])),
  );

function badOf(tool: ExampleTool, good: Input, schema: JsonSchema): { bad?: Input } {
  const bad = spoilt(good, schema).find((input) => !validate(tool.input, input).ok);
  return bad ? { bad } : {};
}

/** Words that make sense in the sample projects, by the names that tools give their fields. */
const LABELS: Readonly<Record<string, string>> = {
  'Grep.pattern': 'export',
  'Glob.pattern': '**/*.ts',
  file_path: 'package.json',
  path: '.',
  command: 'ls',
  url: 'https://example.com/',
  query: 'read files',
  old_string: '"private": true',
  new_string: '"private": false',
  content: 'Hello.\n',
  text: 'Hello.',
  prompt: 'What is it about?',
  description: 'Lists the files',
};

const DEPTH = 8;

/** A small value that a schema allows, as far as can be told by looking. */
function valueOf(node: unknown, root: JsonSchema, path: readonly string[], depth: number): unknown {
  if (!isRecord(node) || depth > DEPTH) return null;
  if ('const' in node) return node.const;
  for (const known of [node.examples, node.enum]) if (Array.isArray(known) && known.length > 0) return known[0];
  if ('default' in node) return node.default;
  if (typeof node.$ref === 'string') return valueOf(resolve(root, node.$ref), root, path, depth + 1);
  for (const branch of [node.anyOf, node.oneOf]) {
    if (Array.isArray(branch)) return valueOf(branch[0], root, path, depth + 1);
  }
  const type = Array.isArray(node.type) ? node.type[0] : node.type;
  switch (type) {
    case 'string':
      return text(node, path);
    case 'integer':
    case 'number':
      return Math.max(numberOf(node.minimum) ?? 1, (numberOf(node.exclusiveMinimum) ?? 0) + 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.max(1, numberOf(node.minItems) ?? 1) }, (_, index) =>
        numbered(valueOf(node.items ?? {}, root, path, depth + 1), index + 1),
      );
    default:
      return isRecord(node.properties) || type === 'object' ? object(node, root, path, depth) : 'anything';
  }
}

/** Items of one list differ: the second of two has a 2 in its words. */
function numbered(item: unknown, number: number): unknown {
  if (number === 1) return item;
  if (typeof item === 'string') return `${item} ${number}`;
  if (!isRecord(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, numbered(value, number)]));
}

function object(node: Input, root: JsonSchema, path: readonly string[], depth: number): Input {
  const fields = isRecord(node.properties) ? node.properties : {};
  const required = Array.isArray(node.required) ? node.required.filter((name) => typeof name === 'string') : [];
  return Object.fromEntries(
    required.map((name) => [name, valueOf(ownValue(fields, name) ?? {}, root, [...path, name], depth + 1)]),
  );
}

function text(node: Input, path: readonly string[]): string {
  const name = path.at(-1) ?? '';
  const word = ownValue(LABELS, `${path[0]}.${name}`) ?? ownValue(LABELS, name) ?? `a ${name.replaceAll('_', ' ')}`;
  return word.padEnd(numberOf(node.minLength) ?? 0, '.').slice(0, numberOf(node.maxLength));
}

/** Optional fields are added where the schema turns out to want one of them after all. */
function mended(schema: AnyTool['input'], input: Input): Input {
  const checked = validate(schema, input);
  if (checked.ok) return input;
  const json = toJsonSchema(schema);
  const fields = isRecord(json.properties) ? json.properties : {};
  const missing = checked.issues.flatMap(({ path }) => parsePath(path)?.[0] ?? []);
  const added = Object.fromEntries(
    missing
      .filter((name) => typeof name === 'string')
      .map((name) => [name, valueOf(ownValue(fields, name), json, [name], 0)]),
  );
  const whole = { ...input, ...added };
  return validate(schema, whole).ok ? whole : input;
}

/** Ways to get a call wrong, the likeliest first: a field by another name, one of another type, one too many, none at all. */
function spoilt(good: Input, schema: JsonSchema): Input[] {
  const [first, ...others] = Object.entries(good);
  const fields = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  const [optional] = fields;
  return [
    ...(first ? [Object.fromEntries([[camel(first[0]), first[1]], ...others])] : []),
    ...(first ? [Object.fromEntries([[first[0], typeof first[1] === 'number' ? 'one' : 1], ...others])] : []),
    ...(optional ? [{ ...good, [optional]: { nested: true } }] : []),
    { ...good, unexpected: true },
    {},
  ];
}

const camel = (name: string): string =>
  name.includes('_') ? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : `${name}s`;

function resolve(root: JsonSchema, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, part) => (isRecord(node) ? ownValue(node, part) : undefined), root);
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The good example as text to begin with; an empty object where the tool is not known. */
export const exampleText = (tool: ExampleTool | undefined): string =>
  JSON.stringify(tool ? examplesOf(tool).good : {}, null, 2);
