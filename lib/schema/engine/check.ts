import { absentIssue, presentIssue, type SchemaIssue } from '../schema-issue';
import { isObject, type JsonSchema } from '../json-schema';
import { checkArray } from './arrays';
import { checkCombined } from './combined';
import type { KeywordCheck, From, Scope } from './context';
import { checkObject } from './objects';
import { pathOfPlace, type SchemaPlace } from './place';
import { SchemaProblem } from '../problem';
import { checkScalar } from './scalars';
import { SeenValues } from './seen';

/** Checks a value against any schema that stands inside another. Throws a `SchemaProblem` if the schema cannot be used. */
export function check(
  from: From,
  schema: unknown,
  value: unknown,
  place: SchemaPlace | undefined,
  issues: SchemaIssue[],
  seen: SeenValues | undefined,
): void {
  const { run } = from;
  run.budget.enter();
  if (schema === false || (isObject(schema) && isNever(schema.not))) issues.push(absentIssue(pathOfPlace(place)));
  else if (value === undefined) issues.push(presentIssue(pathOfPlace(place)));
  else if (isObject(schema)) checkSchema(from, schema, value, place, issues, seen);
  else if (schema !== true) throw new SchemaProblem('malformed', pathOfPlace(place).join('.'));
  run.budget.leave();
}

/** `{ "not": {} }` is the usual way to write `false` where a boolean schema is not allowed. */
const isNever = (schema: unknown): boolean => schema === true || (isObject(schema) && Object.keys(schema).length === 0);

function checkSchema(
  from: From,
  schema: JsonSchema,
  value: unknown,
  place: SchemaPlace | undefined,
  issues: SchemaIssue[],
  outerSeen: SeenValues | undefined,
): void {
  const { run } = from;
  const scope = entered(from, schema);
  const { dialect } = scope.resource;
  const asks = schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
  const seen = asks ? new SeenValues() : outerSeen;
  const inside: KeywordCheck = { run, schema, dialect, scope, value, place, issues, seen };
  const before = issues.length;
  const says = contentsOf(schema);
  if (says.combined) checkCombined(inside);
  if (dialect.draft === 'draft-07' && typeof schema.$ref === 'string') return;
  if (dialect.validates && says.scalar) checkScalar(inside);
  if (Array.isArray(value)) {
    if (says.array) checkArray(inside);
  } else if (says.object && isObject(value)) checkObject(inside);
  if (asks) outerSeen?.add(seen);
  // Creating an issue costs more than passing.
  run.budget.spend((issues.length - before) * 20);
}

/** A schema with its own `$id` starts a new resource. */
function entered({ run, scope }: From, schema: JsonSchema): Scope {
  if (schema.$id === undefined && schema.id === undefined) return scope;
  const resource = run.registry.startingAt(schema);
  return resource && resource !== scope.resource ? { resource, outer: scope } : scope;
}

/** The groups of keywords that a schema uses; a check skips the others. */
interface Contents {
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

function contentsOf(schema: JsonSchema): Contents {
  let contents = known.get(schema);
  if (!contents) known.set(schema, (contents = read(schema)));
  return contents;
}

function read(schema: JsonSchema): Contents {
  const keywords = Object.keys(schema);
  const uses = (group: ReadonlySet<string>): boolean => keywords.some((keyword) => group.has(keyword));
  return { combined: uses(COMBINED), scalar: uses(SCALAR), array: uses(ARRAY), object: uses(OBJECT) };
}
