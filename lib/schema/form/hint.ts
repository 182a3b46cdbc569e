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
    range(minLength, maxLength, 'character'),
    range(minItems, maxItems, 'item'),
    'default' in keywords ? `default ${short(JSON.stringify(keywords.default))}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Bounds in words. `counted`: the noun for one of what they count; what is counted is never less than zero. */
function range(least: unknown, most: unknown, counted: string): string {
  const [from, to] = [least, most].map((bound) => (typeof bound === 'number' ? bound : undefined));
  const of = (bound: number): string => (counted === '' ? '' : ` ${counted}${bound === 1 ? '' : 's'}`);
  if (from !== undefined && to !== undefined) return `${from === to ? from : `${from} to ${to}`}${of(to)}`;
  if (from !== undefined) return from === 0 && counted !== '' ? '' : `at least ${from}${of(from)}`;
  return to === undefined ? '' : `at most ${to}${of(to)}`;
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
