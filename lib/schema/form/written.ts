import { z } from 'zod';
import { parseAnyJson, parseJson } from '@/lib/protocol';

const Text = z.string();
const isJson = (text: string): boolean => parseAnyJson(text).ok;

/** The text of a JSON string without its quotes; undefined if the JSON is not a string. */
export function plainText(raw: string): string | undefined {
  const parsed = parseJson(Text, raw);
  return parsed.ok ? parsed.value : undefined;
}

/** The JSON for what is typed into a text field. */
export const fromPlainText = (written: string): string => JSON.stringify(written);

/** How a JSON field shows a value: as JSON, but without quotes if the text cannot be mistaken for other JSON. */
export function looseText(raw: string): string {
  const text = plainText(raw);
  return text === undefined || text === '' || isJson(text) ? raw : text;
}

/** The JSON for what is typed into a JSON field: verbatim if it is JSON, otherwise as a string. */
export const fromLooseText = (written: string): string => (isJson(written) ? written.trim() : JSON.stringify(written));

/** Whether what is typed into a JSON field is sent as a string because it is not JSON. */
export const isSentAsText = (written: string): boolean => !isJson(written);
