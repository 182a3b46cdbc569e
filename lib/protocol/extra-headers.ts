import { z } from 'zod';
import { parseJson } from './text';

// Apart from keys.ts, which is in the page's first load: Zod is not.

/**
 * Header with the headers that were set in the page, after the slot they belong to: `anthropic@https://gateway.example
 * {"x-team":"a"}`.
 */
export const HEADERS_HEADER = 'x-toolyard-headers';

/** Headers of the connection or the body, which cannot be set by hand. */
const NOT_SET = /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|cookie)$/;

/** Headers that a person may set on requests to a model's server. Their values are visible and stay in the tab. */
export const ExtraHeadersSchema = z
  .record(
    z
      .string()
      .regex(/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'A header has a name of small letters, digits and hyphens.')
      .refine((name) => !NOT_SET.test(name), 'This header cannot be set.'),
    z.string().regex(/^[\x20-\x7e]{0,2000}$/, 'A header has letters, digits and signs of ASCII.'),
  )
  .refine((headers) => Object.keys(headers).length <= 20, 'At most 20 headers can be set.')
  .refine((headers) => JSON.stringify(headers).length <= 8_000, 'These headers are too long.');
export type ExtraHeaders = z.infer<typeof ExtraHeadersSchema>;

export const writeHeaders = (slot: string, headers: ExtraHeaders): string => `${slot} ${JSON.stringify(headers)}`;

/** Undefined if there are none, or none that may be set. */
export function readHeaders(header: string): { slot: string; headers: ExtraHeaders } | undefined {
  const [, slot, text] = /^(\S+) (.*)$/.exec(header) ?? [];
  const headers = text === undefined ? undefined : parseJson(ExtraHeadersSchema, text);
  return slot !== undefined && headers?.ok ? { slot, headers: headers.value } : undefined;
}
