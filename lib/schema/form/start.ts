import { isObject, type JsonSchema } from '../json-schema';
import { ownValue } from '@/lib/protocol/own-value';
import { namedTypes } from './kind';
import { combined, type Merged, type SchemaReader } from './merged';

/** Levels of required fields that are filled in: a schema may require itself. */
const DEPTH = 6;
/** Items that a list begins with at most, whatever it requires. */
const MOST_ITEMS = 20;

/** A small value of a schema: what it names as default, constant or example, else what is required and no more. */
export function startOf(merged: Merged, read: SchemaReader, depth = 0): unknown {
  const { keywords, unions } = merged;
  if (depth > DEPTH) return null;
  for (const keyword of ['default', 'const']) if (keyword in keywords) return keywords[keyword];
  for (const keyword of ['enum', 'examples']) {
    const values = keywords[keyword];
    if (Array.isArray(values) && values.length > 0) return values[0];
  }
  const [options, ...others] = unions;
  if (options) {
    const all = options.map(read);
    const first = all.find((option) => namedTypes(option)[0] !== 'null') ?? all[0];
    if (first) return startOf(combined({ ...merged, unions: others }, first), read, depth + 1);
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
      return startList(keywords, read, depth);
    case 'object':
      return startObject(keywords, read, depth);
    default:
      return null;
  }
}

function startNumber({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return Math.floor(exclusiveMinimum) + 1;
  return typeof maximum === 'number' ? Math.min(0, maximum) : 0;
}

function startList(keywords: JsonSchema, read: SchemaReader, depth: number): unknown[] {
  const { minItems, prefixItems, items } = keywords;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const length = typeof minItems === 'number' ? Math.min(minItems, MOST_ITEMS) : tuple.length;
  const other = Array.isArray(items) ? keywords.additionalItems : items;
  return Array.from({ length }, (_, index) => startOf(read(tuple[index] ?? other), read, depth + 1));
}

function startObject({ properties, required }: JsonSchema, read: SchemaReader, depth: number): object {
  const fields = isObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return Object.fromEntries(names.map((name) => [name, startOf(read(ownValue(fields, name)), read, depth + 1)]));
}

/** The same as JSON, laid out. */
export const startText = (merged: Merged, read: SchemaReader): string =>
  JSON.stringify(startOf(merged, read), null, 2) ?? 'null';
