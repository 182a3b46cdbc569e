import { isObject } from '@/lib/schema/json-schema';
import type { ModelEvent } from './model';

// Fields of a reply are read one by one, whatever their types: parsing each piece with a schema costs several times as much.

/** Most levels of lists and objects that text is looked for in. */
const DEEP = 8;

/**
 * The text of a field that should hold text. Servers also send numbers, lists of parts, and objects with the text inside;
 * anything without text gives ''.
 */
export function textInside(value: unknown, deep = DEEP): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (deep === 0) return '';
  if (Array.isArray(value)) return value.map((part) => textInside(part, deep - 1)).join('');
  return isObject(value) ? textInside(value.text ?? value.content, deep - 1) : '';
}

/** Arguments as JSON text; some servers send the value itself. */
export const argumentsIn = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** No context window has as many tokens. A larger figure, if it were believed, would use up a thread's budget for good. */
const MOST = 10_000_000;

/** A non-negative integer up to `MOST`; undefined for anything else. */
export function figureIn(value: unknown): number | undefined {
  const figure = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof figure === 'number' && figure >= 0 && figure <= MOST ? Math.round(figure) : undefined;
}

/** Longest name of a call that is kept, in characters. */
const LONGEST_NAME = 200;
/** Longest id of one: every piece of the call is logged with it. Some servers put a thought's signature into it, of a few thousand. */
const LONGEST_ID = 10_000;

/** The name of a call; no tool has a longer one. */
export const nameIn = (value: unknown): string => textInside(value).slice(0, LONGEST_NAME);

/** Ids of one reply's calls, unique even if calls come without one or share one. */
export class CallIds {
  readonly #taken = new Set<string>();

  /** How many calls there are. */
  get size(): number {
    return this.#taken.size;
  }

  /** The id of one more call. `sent`: what the provider calls it, '' if nothing. */
  next(sent: string): string {
    const wanted = sent === '' || sent.length > LONGEST_ID ? `call_${this.size}` : sent;
    const id = this.#taken.has(wanted) ? `${wanted}~${this.size}` : wanted;
    this.#taken.add(id);
    return id;
  }
}

/** An object's fields; empty for anything else. */
export const fieldsIn = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** A list; a single value becomes a list of one. */
export const listIn = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : (value ?? null) === null ? [] : [value];

/** A notice that part of a reply could not be read. */
export const unreadable = (what: string): ModelEvent => ({
  type: 'notice',
  code: 'unreadable',
  message: `The provider sent ${what}, which cannot be read: something of this reply may be missing.`,
});
