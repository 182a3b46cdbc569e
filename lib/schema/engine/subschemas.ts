import { isObject, type JsonSchema } from '../json-schema';

const ONE = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const MAP = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties', 'dependencies'];

/** The schemas that stand directly inside a schema; what unknown keywords hold is data. */
export function* subschemas(schema: JsonSchema): Generator<JsonSchema> {
  for (const keyword of ONE) {
    const one = schema[keyword];
    if (isObject(one)) yield one;
  }
  for (const keyword of LIST) {
    const list = schema[keyword];
    if (Array.isArray(list)) for (const one of list) if (isObject(one)) yield one;
  }
  for (const keyword of MAP) {
    const map = schema[keyword];
    if (isObject(map)) for (const one of Object.values(map)) if (isObject(one)) yield one;
  }
}
