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
