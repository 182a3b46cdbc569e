import { ownValue } from '@/lib/protocol/own-value';
import type { z } from 'zod';
import { isObject, type JsonSchema } from './json-schema';
import { parsePath } from './path';
import { toJsonSchema } from './to-json-schema';
import { validate } from './validate';

type Input = Readonly<Record<string, unknown>>;
/** A plausible value for a field, chosen by its path; undefined if none is known. */
type WordFor = (path: readonly string[]) => string | undefined;

const DEPTH = 8;

/** An input that satisfies a schema with only the required fields, on a best-effort basis. */
export function exampleOf(schema: z.ZodType | JsonSchema, wordFor: WordFor = () => undefined): Input {
  const root = toJsonSchema(schema);
  const made = valueOf(root, { root, wordFor }, [], 0);
  return fixed(schema, isObject(made) ? made : {}, { root, wordFor });
}

interface Making {
  readonly root: JsonSchema;
  readonly wordFor: WordFor;
}

/** A small value that satisfies a schema. */
function valueOf(node: unknown, making: Making, path: readonly string[], depth: number): unknown {
  if (!isObject(node) || depth > DEPTH) return null;
  if ('const' in node) return node.const;
  for (const known of [node.examples, node.enum]) if (Array.isArray(known) && known.length > 0) return known[0];
  if ('default' in node) return node.default;
  if (typeof node.$ref === 'string') return valueOf(resolve(making.root, node.$ref), making, path, depth + 1);
  for (const branch of [node.anyOf, node.oneOf]) {
    if (Array.isArray(branch)) return valueOf(branch[0], making, path, depth + 1);
  }
  const type = Array.isArray(node.type) ? node.type[0] : node.type;
  switch (type) {
    case 'string':
      return text(node, making.wordFor(path), path);
    case 'integer':
    case 'number':
      return Math.max(numberOf(node.minimum) ?? 1, (numberOf(node.exclusiveMinimum) ?? 0) + 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.max(1, numberOf(node.minItems) ?? 1) }, (_, index) =>
        numbered(valueOf(node.items ?? {}, making, path, depth + 1), index + 1),
      );
    default:
      return isObject(node.properties) || type === 'object' ? object(node, making, path, depth) : 'anything';
  }
}

/** Makes the items of one list differ: the second string gets a 2. */
function numbered(item: unknown, number: number): unknown {
  if (number === 1) return item;
  if (typeof item === 'string') return `${item} ${number}`;
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, numbered(value, number)]));
}

function object(node: Input, making: Making, path: readonly string[], depth: number): Input {
  const fields = isObject(node.properties) ? node.properties : {};
  const required = Array.isArray(node.required) ? node.required.filter((name) => typeof name === 'string') : [];
  return Object.fromEntries(
    required.map((name) => [name, valueOf(ownValue(fields, name) ?? {}, making, [...path, name], depth + 1)]),
  );
}

/** A common example for each format. */
const OF_FORMAT: Readonly<Record<string, string>> = {
  uri: 'https://example.com/',
  url: 'https://example.com/',
  email: 'ada@example.com',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00Z',
  time: '09:00:00Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
  hostname: 'example.com',
};

function text(node: Input, known: string | undefined, path: readonly string[]): string {
  const ofFormat = typeof node.format === 'string' ? ownValue(OF_FORMAT, node.format) : undefined;
  const word = known ?? ofFormat ?? `a ${(path.at(-1) ?? 'text').replaceAll('_', ' ')}`;
  return word.padEnd(numberOf(node.minLength) ?? 0, '.').slice(0, numberOf(node.maxLength));
}

/** Adds optional fields if the schema turns out to need one of them. */
function fixed(schema: z.ZodType | JsonSchema, input: Input, making: Making): Input {
  const checked = validate(schema, input);
  if (checked.ok) return input;
  const fields = isObject(making.root.properties) ? making.root.properties : {};
  const missing = checked.issues.flatMap(({ path }) => parsePath(path)?.[0] ?? []);
  const added = Object.fromEntries(
    missing
      .filter((name) => typeof name === 'string')
      .map((name) => [name, valueOf(ownValue(fields, name), making, [name], 0)]),
  );
  const whole = { ...input, ...added };
  return validate(schema, whole).ok ? whole : input;
}

function resolve(root: JsonSchema, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, part) => (isObject(node) ? ownValue(node, part) : undefined), root);
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
