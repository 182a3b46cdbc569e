import type { JsonSchema } from '../json-schema';
import type { FormWords } from './words';

/** A short summary of a value's bounds, format and default; empty if there are none. */
export function keywordHint(keywords: JsonSchema, words: FormWords): string {
  const { format, pattern, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = keywords;
  // A count is never below zero, so a minimum of zero says nothing.
  const counted = (from: unknown, to: unknown, what: 'character' | 'item'): string =>
    words.range(from === 0 && typeof to !== 'number' ? undefined : numberOf(from), numberOf(to), what);
  const bounds = [
    typeof pattern === 'string' && pattern.length < 60 ? words.matches(pattern) : '',
    words.range(numberOf(minimum), numberOf(maximum)),
    typeof exclusiveMinimum === 'number' ? words.moreThan(exclusiveMinimum) : '',
    typeof exclusiveMaximum === 'number' ? words.lessThan(exclusiveMaximum) : '',
    typeof multipleOf === 'number' && multipleOf !== 1 ? words.multipleOf(multipleOf) : '',
    counted(minLength, maxLength, 'character'),
    counted(minItems, maxItems, 'item'),
    'default' in keywords ? words.byDefault(short(JSON.stringify(keywords.default))) : '',
  ]
    .filter(Boolean)
    .join(', ');
  // The name of a format is written as it is.
  if (typeof format === 'string') return [format, bounds].filter(Boolean).join(', ');
  return bounds.charAt(0).toUpperCase() + bounds.slice(1);
}

const numberOf = (bound: unknown): number | undefined => (typeof bound === 'number' ? bound : undefined);

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
