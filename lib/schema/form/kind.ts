import { isObject } from '../json-schema';
import type { Merged } from './merged';
import type { FormWords } from './words';

const BY_KEYWORD: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties']],
  ['array', ['items', 'prefixItems', 'minItems']],
  ['string', ['pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum']],
];

/** The types a schema names or implies by its other keywords; empty if any value is allowed. */
export function namedTypes({ keywords }: Merged): string[] {
  const { type } = keywords;
  if (type !== undefined) return [type].flat().filter((name) => typeof name === 'string');
  const meant = BY_KEYWORD.find(([, names]) => names.some((name) => name in keywords));
  return meant ? [meant[0]] : [];
}

/** The values of an `enum` or `const`. */
export function allowedValues(merged: Merged): readonly unknown[] | undefined {
  const { keywords, unions } = merged;
  if ('const' in keywords) return [keywords.const];
  if (Array.isArray(keywords.enum) && keywords.enum.length > 0) return keywords.enum;
  const [type, ...others] = namedTypes(merged);
  if (unions.length > 0 || others.length > 0) return undefined;
  if (type === 'boolean') return [true, false];
  return type === 'null' ? [null] : undefined;
}

/** The JSON Schema type of a JSON value. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Whether a value has one of these types; an empty list allows any. */
export const isOfType = (types: readonly string[], value: unknown): boolean =>
  types.length === 0 ||
  types.includes(typeOf(value)) ||
  (types.includes('integer') && typeof value === 'number' && Number.isInteger(value));

/** The label for one of several kinds of value. */
export function titleOf(merged: Merged, words: FormWords): string {
  const { keywords, unions } = merged;
  const named = Object.entries(isObject(keywords.properties) ? keywords.properties : {}).find(
    ([, schema]) => isObject(schema) && ('const' in schema || (Array.isArray(schema.enum) && schema.enum.length === 1)),
  );
  if (typeof keywords.title === 'string') return keywords.title;
  if (named && isObject(named[1])) {
    const { const: value = [named[1].enum].flat()[0] } = named[1];
    return `${named[0]}: ${String(value)}`;
  }
  const values = allowedValues(merged);
  if (values) return values.length > 3 ? words.oneOfAFew : words.either(values.map((value) => JSON.stringify(value)));
  if (unions.length > 0) return words.oneOfSeveral;
  const fields = isObject(keywords.properties) ? Object.keys(keywords.properties) : [];
  return fields.length > 0
    ? `{ ${fields.slice(0, 3).join(', ')}${fields.length > 3 ? ', …' : ''} }`
    : words.types(namedTypes(merged));
}
