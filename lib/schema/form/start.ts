import { isObject, type JsonSchema } from '../json-schema';
import { ownValue } from '@/lib/protocol/own-value';
import { namedTypes } from './kind';
import { combined, type Merged, type SchemaReader } from './merged';
import { once } from './once';

/** How many levels of required fields are filled in; a schema may require itself. */
const DEPTH = 6;
/** The most items a list starts with, even if it requires more. */
const MOST_ITEMS = 20;
/** How many values are filled in; each of ten fields may require ten others, and so on. */
const MOST_VALUES = 20_000;

interface Starting {
  readonly read: SchemaReader;
  left: number;
}

/** A small initial value: the schema's default, constant or example, otherwise only what is required. */
function startOf(merged: Merged, starting: Starting, depth: number): unknown {
  const { keywords, unions } = merged;
  if (depth > DEPTH || --starting.left < 0) return null;
  for (const keyword of ['default', 'const']) if (keyword in keywords) return keywords[keyword];
  for (const keyword of ['enum', 'examples']) {
    const values = keywords[keyword];
    if (Array.isArray(values) && values.length > 0) return values[0];
  }
  const [options, ...others] = unions;
  if (options) {
    const all = options.map(starting.read);
    const first = all.find((option) => namedTypes(option)[0] !== 'null') ?? all[0];
    if (first) return startOf(combined({ ...merged, unions: others }, first), starting, depth + 1);
  }
  switch (namedTypes(merged)[0]) {
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return startNumber(keywords);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return startList(keywords, starting, depth);
    case 'object':
      return startObject(keywords, starting, depth);
    default:
      return null;
  }
}

function startNumber({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return Math.floor(exclusiveMinimum) + 1;
  return typeof maximum === 'number' ? Math.min(0, maximum) : 0;
}

function startList(keywords: JsonSchema, starting: Starting, depth: number): unknown[] {
  const { minItems, prefixItems, items } = keywords;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const length = typeof minItems === 'number' ? Math.min(minItems, MOST_ITEMS) : tuple.length;
  const other = (Array.isArray(items) ? keywords.additionalItems : items) ?? keywords.contains;
  return Array.from({ length }, (_, index) => startOf(starting.read(tuple[index] ?? other), starting, depth + 1));
}

function startObject({ properties, required }: JsonSchema, starting: Starting, depth: number): object {
  const fields = isObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return Object.fromEntries(
    names.map((name) => [name, startOf(starting.read(ownValue(fields, name)), starting, depth + 1)]),
  );
}

const started = once((merged: Merged) =>
  once((read: SchemaReader) => JSON.stringify(startOf(merged, { read, left: MOST_VALUES }, 0), null, 2) ?? 'null'),
);

/** The same as formatted JSON. */
export const startText = (merged: Merged, read: SchemaReader): string => started(merged)(read);
