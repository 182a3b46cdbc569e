import type { z } from 'zod';
import { isObject, isZod } from './json-schema';

const known = new WeakMap<z.ZodType, boolean>();

/**
 * Whether the issues that Zod finds in a plain JSON value are those that the JSON Schema finds, under the same names. So it is
 * with what most tools take: objects and lists of plain fields. Where Zod stops early or sees another value than was sent (unions,
 * transforms, refinements, formats), it is not.
 */
export function findsAll(schema: z.ZodType): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // What holds itself is met again here.
  known.set(schema, false);
  const answer = isPlain(schema);
  known.set(schema, answer);
  return answer;
}

/** Zod lets a required field out whose schema takes anything; JSON Schema does not. */
function isPlain(schema: unknown, mayBeLeftOut = false): boolean {
  if (!isZod(schema)) return false;
  const def: unknown = schema._zod.def;
  if (!isObject(def) || def.coerce === true) return false;
  switch (def.type) {
    case 'string':
      return def.check === undefined && checksAmong(def, LENGTHS);
    case 'number':
      return (def.check === undefined || isWhole(def)) && checksAmong(def, BOUNDS);
    case 'boolean':
    case 'null':
    case 'enum':
      return checksAmong(def);
    case 'literal':
      return Array.isArray(def.values) && def.values.every(isJson) && checksAmong(def);
    case 'any':
    case 'unknown':
      return mayBeLeftOut && checksAmong(def);
    case 'optional':
    case 'default':
      return isPlain(def.innerType, true) && checksAmong(def);
    case 'nullable':
      return isPlain(def.innerType) && checksAmong(def);
    case 'array':
      // Of a list that is too long Zod looks at no item.
      return isPlain(def.element, true) && checksAmong(def, ['min_length']);
    case 'record':
      return isAnyText(def.keyType) && isPlain(def.valueType, true) && checksAmong(def);
    case 'object':
      return isPlainObject(def);
    default:
      return false;
  }
}

function isPlainObject(def: Record<string, unknown>): boolean {
  const { shape, catchall } = def;
  const rest = isZod(catchall) ? catchall._zod.def.type : 'unknown';
  if (!isObject(shape) || (rest !== 'unknown' && rest !== 'never') || !checksAmong(def)) return false;
  return Object.values(shape).every((field) =>
    isZod(field) && field._zod.def.type === 'object' ? findsAll(field) : isPlain(field),
  );
}

const LENGTHS = ['min_length', 'max_length'];
const BOUNDS = ['greater_than', 'less_than', 'number_format'];

/** Whether a schema has no checks but these, and each of them once. */
function checksAmong({ checks = [] }: Record<string, unknown>, names: readonly string[] = []): boolean {
  if (!Array.isArray(checks)) return false;
  const found = checks.map((check: unknown) => (isZod(check) ? checkName(check._zod.def) : ''));
  return found.every((name) => names.includes(name)) && new Set(found).size === found.length;
}

function checkName(def: unknown): string {
  if (!isObject(def)) return '';
  if (def.check === 'number_format') return isWhole(def) ? 'number_format' : '';
  const infinite = typeof def.value === 'number' && !Number.isFinite(def.value);
  return infinite || def.abort === true || typeof def.check !== 'string' ? '' : def.check;
}

const isWhole = ({ check, format }: Record<string, unknown>): boolean =>
  check === 'number_format' && format === 'safeint';

/** Whether a schema takes whole numbers alone. */
export function isInteger(schema: unknown): boolean {
  const def: unknown = isZod(schema) ? schema._zod.def : undefined;
  if (!isObject(def)) return false;
  return isWhole(def) || (Array.isArray(def.checks) && def.checks.some(isInteger));
}

const isAnyText = (schema: unknown): boolean =>
  isZod(schema) && schema._zod.def.type === 'string' && isPlain(schema) && !schema._zod.def.checks?.length;

const isJson = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);
