import { z } from 'zod';

/** Zod's names of formats where JSON Schema has another. */
const JSON_NAMES: Readonly<Record<string, string>> = { datetime: 'date-time', url: 'uri', guid: 'uuid' };

/** Formats that are only a way to write a pattern. */
const PATTERN_FORMATS: ReadonlySet<string> = new Set(['regex', 'starts_with', 'ends_with', 'includes']);

/** Patterns that Zod writes beside a format when it makes a JSON Schema: the format says it better. */
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

/** Patterns that Zod brings along and that are known to do no harm. */
const ZOD_PATTERNS: ReadonlySet<string> = new Set(
  Object.values(z.regexes).flatMap((pattern) => (pattern instanceof RegExp ? [pattern.source] : [])),
);

export const isKnownPattern = (pattern: RegExp): boolean => ZOD_PATTERNS.has(pattern.source);

/** `format email`, under JSON Schema's name. */
export const formatExpected = (format: string): string => `format ${JSON_NAMES[format] ?? format}`;

export const isPatternFormat = (format: string): boolean => PATTERN_FORMATS.has(format);

/** What a JSON Schema with both a pattern and perhaps a format wants of a string that fails the pattern. */
export const patternExpected = (pattern: unknown, format: unknown): string =>
  typeof format === 'string' && FORMAT_PATTERNS.has(pattern) ? formatExpected(format) : `pattern ${String(pattern)}`;

/** What is checked of a format that stands without a pattern, under JSON Schema's names. */
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

/** Whether a text has a format, as Zod sees it; a format that is not known says nothing. */
export const fitsFormat = (format: string, text: string): boolean =>
  !Object.hasOwn(CHECKED, format) || CHECKED[format]?.safeParse(text).success !== false;
