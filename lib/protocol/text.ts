import type { z } from 'zod';
import { messageOf } from './message-of';

const encoder = new TextEncoder();

export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Parses JSON text that crossed a boundary, for whoever checks the value later; never throws. */
export function parseAnyJson(text: string): Parsed<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: messageOf(error) };
  }
}

/** Parses JSON text that crossed a boundary and checks it against a schema; never throws. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): Parsed<T> {
  const read = parseAnyJson(text);
  if (!read.ok) return read;
  const parsed = schema.safeParse(read.value);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, reason: parsed.error.message };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const OBJECT = 0x7b;
const LIST_END = 0x5d;
const OBJECT_END = 0x7d;
const COMMA = 0x2c;

/** Limits on the depth and the number of values of JSON. */
export interface ShapeLimits {
  depth: number;
  values: number;
}

/** Measures JSON as its bytes arrive, before it is parsed: JSON that is too deep or has too many values is never parsed. */
export class JsonShape {
  readonly #limits: ShapeLimits;
  #depth = 0;
  #values = 1;
  #inString = false;
  #escaped = false;

  constructor(limits: ShapeLimits) {
    this.#limits = limits;
  }

  /** Takes the next bytes; returns the limit they exceed, if any. */
  take(bytes: Uint8Array): keyof ShapeLimits | undefined {
    // By index: an iterator takes twenty times as long.
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) this.#inString = true;
      else if (byte === COMMA) this.#values += 1;
      else if (byte === LIST || byte === OBJECT) {
        this.#values += 1;
        this.#depth += 1;
        if (this.#depth > this.#limits.depth) return 'depth';
      } else if (byte === LIST_END || byte === OBJECT_END) this.#depth -= 1;
    }
    return this.#values > this.#limits.values ? 'values' : undefined;
  }
}

/** SHA-256, hexadecimal. */
export async function sha256(data: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes of UTF-8. */
export const utf8Length = (text: string): number => encoder.encode(text).length;

/** Whether a text certainly has no more than so many bytes of UTF-8, cheaply: a UTF-16 unit takes at most three. */
export const isShort = (text: string, limit: number): boolean => 3 * text.length <= limit;

/** The UTF-8 of a text that is longer than `limit` bytes; undefined if it is not. */
export function tooLongUtf8(text: string, limit: number): Uint8Array | undefined {
  const bytes = isShort(text, limit) ? undefined : encoder.encode(text);
  return bytes && bytes.length > limit ? bytes : undefined;
}

/** What the first so many bytes say. Streaming, so that a character cut in half is left out. */
export const utf8Head = (bytes: Uint8Array, most: number): string =>
  new TextDecoder().decode(bytes.subarray(0, most), { stream: true });
