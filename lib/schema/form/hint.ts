import type { JsonSchema } from '../json-schema';

/** Bounds, format and default of a value, in a few words; empty where there are none. */
export function hintOf(keywords: JsonSchema): string {
  const {
    format,
    pattern,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    minLength,
    maxLength,
    minItems,
    maxItems,
    multipleOf,
  } = keywords;
  return [
    typeof format === 'string' ? format : '',
    typeof pattern === 'string' && pattern.length < 60 ? `matches ${pattern}` : '',
    range(minimum, maximum, ''),
    typeof exclusiveMinimum === 'number' ? `more than ${exclusiveMinimum}` : '',
    typeof exclusiveMaximum === 'number' ? `less than ${exclusiveMaximum}` : '',
    typeof multipleOf === 'number' && multipleOf !== 1 ? `a multiple of ${multipleOf}` : '',
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    'default' in keywords ? `default ${short(JSON.stringify(keywords.default))}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function range(least: unknown, most: unknown, what: string): string {
  const [from, to] = [least, most].map((bound) => (typeof bound === 'number' ? bound : undefined));
  if (from !== undefined && to !== undefined) return `${from} to ${to}${what}`;
  if (from !== undefined) return from === 0 && what !== '' ? '' : `at least ${from}${what}`;
  return to === undefined ? '' : `at most ${to}${what}`;
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
