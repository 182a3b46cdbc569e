import { z } from 'zod';
import { parseJson } from '@/lib/protocol';

const Text = z.string();
const isJson = (text: string): boolean => parseJson(z.unknown(), text).ok;

/** A string's JSON as a person writes it: without quotes. Undefined where it is no string. */
export function plainText(raw: string): string | undefined {
  const parsed = parseJson(Text, raw);
  return parsed.ok ? parsed.value : undefined;
}

/** What is written in a field for text, as JSON. */
export const fromPlainText = (written: string): string => JSON.stringify(written);

/** Any value in a field for JSON: as JSON, but text that could be nothing else without its quotes. */
export function looseText(raw: string): string {
  const text = plainText(raw);
  return text === undefined || text === '' || isJson(text) ? raw : text;
}

/** What is written in a field for JSON: to the letter where it is JSON, else as text. */
export const fromLooseText = (written: string): string => (isJson(written) ? written.trim() : JSON.stringify(written));

/** Whether what is written in a field for JSON is sent as text because it is not JSON. */
export const isSentAsText = (written: string): boolean => !isJson(written);
