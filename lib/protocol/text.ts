import type { z } from 'zod';
import { messageOf } from './message-of';

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
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
