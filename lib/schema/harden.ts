import type { z } from 'zod';
import { Budget } from './engine/budget';
import { codePoints, isMultiple } from './engine/numbers';
import { isObject } from './json-schema';
import { matches } from './patterns';
import { isKnownPattern } from './formats';

const done = new WeakSet<object>();

/** Schemas one walk looks at; `z.lazy` can make new ones without end. */
const WALK_LIMIT = 20_000;

/**
 * Gives the checks inside a Zod schema the meaning and the bounds that the same keywords have in JSON Schema: length in
 * code points, exact multiples, regular expressions in linear time with the flag `u`. Once for each schema; it stays so.
 */
export function harden(schema: z.ZodType): void {
  if (done.has(schema)) return;
  const open: object[] = [schema];
  for (let count = 0; count < WALK_LIMIT; count++) {
    const node = open.pop();
    if (!node) return;
    if (done.has(node)) continue;
    done.add(node);
    const zod = Reflect.get(node, '_zod');
    if (!isObject(zod)) continue;
    hardenCheck(zod);
    open.push(...children(zod));
  }
}

function children(zod: Record<string, unknown>): object[] {
  const { def } = zod;
  if (!isObject(def)) return [];
  const found: object[] = [];
  const take = (value: unknown): void => {
    if (typeof value === 'object' && value !== null && '_zod' in value) found.push(value);
  };
  for (const value of Object.values(def)) {
    take(value);
    if (Array.isArray(value)) value.forEach(take);
  }
  if (isObject(def.shape)) Object.values(def.shape).forEach(take);
  if (def.type === 'lazy') take(zod.innerType);
  return found;
}

type Payload = { value: unknown; issues: unknown[] };

function hardenCheck(zod: Record<string, unknown>): void {
  const { def, check: original } = zod;
  if (!isObject(def) || !isCheck(original)) return;
  const passes = passesOf(def);
  if (!passes) return;
  const fail = failing(def);
  zod.check = (payload: Payload): unknown => {
    if (typeof payload.value !== 'string' && typeof payload.value !== 'number') return original(payload);
    if (!passes(payload.value)) payload.issues.push({ ...fail, input: payload.value, continue: def.abort !== true });
    return undefined;
  };
}

const isCheck = (value: unknown): value is (payload: Payload) => unknown => typeof value === 'function';

/** Whether a value passes a check, for the checks that have another meaning here than in Zod. */
function passesOf(def: Record<string, unknown>): ((value: string | number) => boolean) | undefined {
  const { minimum, maximum, length, value: step, pattern } = def;
  const long = (value: string | number): number => (typeof value === 'string' ? codePoints(value) : NaN);
  if (def.check === 'min_length' && typeof minimum === 'number') return (value) => !(long(value) < minimum);
  if (def.check === 'max_length' && typeof maximum === 'number') return (value) => !(long(value) > maximum);
  if (def.check === 'length_equals' && typeof length === 'number') return (value) => long(value) === length;
  if (def.check === 'multiple_of' && typeof step === 'number') {
    return (value) => typeof value === 'number' && isMultiple(value, step);
  }
  if (def.check === 'string_format' && def.fn === undefined && pattern instanceof RegExp && !isKnownPattern(pattern)) {
    const source = pattern.sticky ? `^(?:${pattern.source})` : pattern.source;
    return (value) => matches(source, String(value), new Budget(), pattern.flags);
  }
  return undefined;
}

/** The issue that Zod makes of such a check, as far as it is read here. */
function failing(def: Record<string, unknown>): Record<string, unknown> {
  const { minimum, maximum, length, value: divisor, pattern, format } = def;
  if (def.check === 'min_length') return { origin: 'string', code: 'too_small', minimum, inclusive: true };
  if (def.check === 'max_length') return { origin: 'string', code: 'too_big', maximum, inclusive: true };
  if (def.check === 'length_equals')
    return { origin: 'string', code: 'too_small', minimum: length, inclusive: true, exact: true };
  if (def.check === 'multiple_of') return { origin: 'number', code: 'not_multiple_of', divisor };
  return { origin: 'string', code: 'invalid_format', format, pattern: String(pattern) };
}
