import type { JsonSchema } from '../json-schema';

/** Which groups of keywords a schema uses, so that a check looks at no others. */
export interface Contents {
  combined: boolean;
  scalar: boolean;
  array: boolean;
  object: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const COMBINED = words(
  '$ref $recursiveRef $dynamicRef allOf anyOf oneOf not if then else dependentSchemas dependencies',
);
const SCALAR = words(
  'type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format',
);
const ARRAY = words(
  'items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems',
);
const OBJECT = words(
  'properties patternProperties additionalProperties propertyNames required minProperties maxProperties ' +
    'dependentRequired dependencies unevaluatedProperties',
);

const known = new WeakMap<JsonSchema, Contents>();

export function contentsOf(schema: JsonSchema): Contents {
  let contents = known.get(schema);
  if (!contents) known.set(schema, (contents = read(schema)));
  return contents;
}

function read(schema: JsonSchema): Contents {
  const keywords = Object.keys(schema);
  const uses = (group: ReadonlySet<string>): boolean => keywords.some((keyword) => group.has(keyword));
  return { combined: uses(COMBINED), scalar: uses(SCALAR), array: uses(ARRAY), object: uses(OBJECT) };
}
