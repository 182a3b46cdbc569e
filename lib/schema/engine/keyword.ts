import { isObject, type JsonSchema } from '../json-schema';
import { SchemaProblem } from '../problem';

/** Readers for keywords. A keyword of the wrong type makes the schema unusable; ignoring it would check too little. */
function read<T>(schema: JsonSchema, keyword: string, is: (value: unknown) => value is T): T | undefined {
  const value = schema[keyword];
  if (value === undefined) return undefined;
  if (!is(value)) throw new SchemaProblem('malformed', keyword);
  return value;
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');
const isText = (value: unknown): value is string => typeof value === 'string';

export const numberKeyword = (schema: JsonSchema, keyword: string): number | undefined =>
  read(schema, keyword, isNumber);
export const listOf = (schema: JsonSchema, keyword: string): unknown[] | undefined => read(schema, keyword, isList);
export const namesKeyword = (schema: JsonSchema, keyword: string): string[] | undefined =>
  read(schema, keyword, isNames);
export const textKeyword = (schema: JsonSchema, keyword: string): string | undefined => read(schema, keyword, isText);
export const mapOf = (schema: JsonSchema, keyword: string): Record<string, unknown> | undefined =>
  read(schema, keyword, isObject);
