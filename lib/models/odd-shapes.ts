import { isObject } from '@/lib/schema/json-schema';
import type { ModelEvent } from './model';

// Fields of a reply are read one by one, of whatever type they are: to parse each piece by a schema costs several times as much.

/** How deep a text may stand in lists and objects. */
const DEEP = 8;

/**
 * The text of a field that should hold some. Servers also send numbers, lists of parts, and objects with the text inside; what
 * holds no text is the empty one.
 */
export function textIn(value: unknown, deep = DEEP): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (deep === 0) return '';
  if (Array.isArray(value)) return value.map((part) => textIn(part, deep - 1)).join('');
  return isObject(value) ? textIn(value.text ?? value.content, deep - 1) : '';
}

/** Arguments are JSON text; some servers send the value itself. */
export const argumentsIn = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** No count of tokens or blocks is larger; sums of such figures are still exact. */
const MOST = 1e12;

/** A whole number from 0; undefined for anything else. */
export function figureIn(value: unknown): number | undefined {
  const figure = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof figure === 'number' && figure >= 0 && figure <= MOST ? Math.round(figure) : undefined;
}

/** An object's fields; none for anything else. */
export const fieldsIn = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** A list; one value alone counts as one. */
export const listIn = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : (value ?? null) === null ? [] : [value];

/** Tells a person that a part of a reply was in no form that can be read. */
export const unreadable = (what: string): ModelEvent => ({
  type: 'notice',
  code: 'unreadable',
  message: `The provider sent ${what}, which cannot be read: something of this reply may be missing.`,
});
