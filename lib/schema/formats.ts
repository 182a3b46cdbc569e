import { z } from 'zod';

/** Zod's names of formats where JSON Schema has another. */
const JSON_NAMES: Readonly<Record<string, string>> = { datetime: 'date-time', url: 'uri', guid: 'uuid' };

/** Formats that are only a way to write a pattern. */
const PATTERN_FORMATS: ReadonlySet<string> = new Set(['regex', 'starts_with', 'ends_with', 'includes']);

/** Patterns that Zod writes beside a format when it makes a JSON Schema: the format says it better. */
const FORMAT_PATTERNS: ReadonlySet<unknown> = new Set(
  [z.email(), z.uuid(), z.guid(), z.iso.datetime(), z.iso.date(), z.iso.time(), z.ipv4(), z.ipv6(), z.base64()].map(
    (schema) => z.toJSONSchema(schema).pattern,
  ),
);

/** `format email`, under JSON Schema's name. */
export const formatExpected = (format: string): string => `format ${JSON_NAMES[format] ?? format}`;

export const isPatternFormat = (format: string): boolean => PATTERN_FORMATS.has(format);

/** What a JSON Schema with both a pattern and perhaps a format wants of a string that fails the pattern. */
export const patternExpected = (pattern: unknown, format: unknown): string =>
  typeof format === 'string' && FORMAT_PATTERNS.has(pattern) ? formatExpected(format) : `pattern ${String(pattern)}`;
