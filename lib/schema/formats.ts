import { ownValue } from '@/lib/protocol/own-value';
import { z } from 'zod';

/** JSON Schema's names for Zod formats that are called something else. */
const JSON_NAMES: Readonly<Record<string, string>> = { datetime: 'date-time', url: 'uri', guid: 'uuid' };

/** Formats that are just shorthand for a pattern. */
const PATTERN_FORMATS: ReadonlySet<string> = new Set(['regex', 'starts_with', 'ends_with', 'includes']);

/** Patterns that Zod adds to a format when it generates a JSON Schema; the format alone says it better. */
const FORMAT_PATTERNS: ReadonlySet<unknown> = new Set(
  [
    z.email(),
    z.uuid(),
    z.guid(),
    z.iso.datetime(),
    z.iso.datetime({ offset: true }),
    z.iso.date(),
    z.iso.time(),
    z.iso.duration(),
    z.ipv4(),
    z.ipv6(),
    z.base64(),
  ].map((schema) => z.toJSONSchema(schema).pattern),
);

/** Zod's built-in patterns, which are known to be safe. */
const ZOD_PATTERNS: ReadonlySet<string> = new Set(
  Object.values(z.regexes).flatMap((pattern) => (pattern instanceof RegExp ? [pattern.source] : [])),
);

export const isKnownPattern = (pattern: RegExp): boolean => ZOD_PATTERNS.has(pattern.source);

/** `format email`, under JSON Schema's name. */
export const formatExpected = (format: string): string => `format ${ownValue(JSON_NAMES, format) ?? format}`;

export const isPatternFormat = (format: string): boolean => PATTERN_FORMATS.has(format);

/** The `expected` of a string that fails a JSON Schema's pattern, which may come with a format. */
export const patternExpected = (pattern: unknown, format: unknown): string =>
  typeof format === 'string' && FORMAT_PATTERNS.has(pattern) ? formatExpected(format) : `pattern ${String(pattern)}`;

/** The checks for formats without a pattern, by JSON Schema name. */
const CHECKED: Readonly<Record<string, z.ZodType>> = {
  'date-time': z.iso.datetime({ offset: true }),
  date: z.iso.date(),
  duration: z.iso.duration(),
  email: z.email(),
  hostname: z.hostname(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
  jwt: z.jwt(),
  uri: z.url(),
  uuid: z.guid(),
};

/** Whether a string has a format, by Zod's definition; an unknown format allows anything. */
export const fitsFormat = (format: string, text: string): boolean =>
  !Object.hasOwn(CHECKED, format) || CHECKED[format]?.safeParse(text).success !== false;
