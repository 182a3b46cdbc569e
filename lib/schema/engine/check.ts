import { absentFault, presentFault, type Fault } from '../fault';
import { isObject, type JsonSchema } from '../json-schema';
import { checkArray } from './arrays';
import type { Budget } from './budget';
import { checkCombined } from './combined';
import type { Dialect } from './dialect';
import { checkObject } from './objects';
import { pathOf, type Place } from './place';
import { SchemaProblem } from './problem';
import type { Registry } from './registry';
import type { Resource } from './resources';
import { checkScalar } from './scalars';
import { Seen } from './seen';

/** The resources a check came through, the innermost first: `$dynamicRef` looks outwards. */
export interface Scope {
  resource: Resource;
  outer: Scope | undefined;
}

/** What stays the same while a value is checked against a schema. */
export interface Run {
  registry: Registry;
  budget: Budget;
}

/** One schema against one value; what is wrong is added to `faults`. */
export interface Check {
  run: Run;
  schema: JsonSchema;
  dialect: Dialect;
  scope: Scope;
  value: unknown;
  place: Place | undefined;
  faults: Fault[];
  /** Kept only where some schema asks what the others looked at. */
  seen: Seen | undefined;
}

/** Checks a value against any schema that stands inside another. Throws a `SchemaProblem` if the schema cannot be used. */
export function check(
  from: Pick<Check, 'run' | 'scope'>,
  schema: unknown,
  value: unknown,
  place: Place | undefined,
  faults: Fault[],
  seen: Seen | undefined,
): void {
  const { run } = from;
  run.budget.enter();
  if (schema === false || (isObject(schema) && isNever(schema.not))) faults.push(absentFault(pathOf(place)));
  else if (value === undefined) faults.push(presentFault(pathOf(place)));
  else if (isObject(schema)) checkSchema(from, schema, value, place, faults, seen);
  else if (schema !== true) throw new SchemaProblem('malformed', pathOf(place).join('.'));
  run.budget.leave();
}

/** `{ "not": {} }` is how a schema says that nothing fits where `false` is not at hand. */
const isNever = (schema: unknown): boolean => schema === true || (isObject(schema) && Object.keys(schema).length === 0);

/** Whether a value fits, for keywords that only ask. */
export function fits(from: Pick<Check, 'run' | 'scope'>, schema: unknown, value: unknown, seen?: Seen): boolean {
  const faults: Fault[] = [];
  check(from, schema, value, undefined, faults, seen);
  return faults.length === 0;
}

function checkSchema(
  from: Pick<Check, 'run' | 'scope'>,
  schema: JsonSchema,
  value: unknown,
  place: Place | undefined,
  faults: Fault[],
  outerSeen: Seen | undefined,
): void {
  const { run } = from;
  const scope = entered(from, schema);
  const { dialect } = scope.resource;
  const asks = schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
  const seen = asks ? new Seen() : outerSeen;
  const inside: Check = { run, schema, dialect, scope, value, place, faults, seen };
  const before = faults.length;
  checkCombined(inside);
  if (dialect.draft === 'draft-07' && typeof schema.$ref === 'string') return;
  if (dialect.validates) checkScalar(inside);
  if (Array.isArray(value)) checkArray(inside);
  else if (isObject(value)) checkObject(inside);
  if (asks) outerSeen?.add(seen);
  // Making a fault costs more than finding none.
  run.budget.spend((faults.length - before) * 20);
}

/** A schema with an id of its own is a resource that the check comes into. */
function entered({ run, scope }: Pick<Check, 'run' | 'scope'>, schema: JsonSchema): Scope {
  if (schema.$id === undefined && schema.id === undefined) return scope;
  const resource = run.registry.startingAt(schema);
  return resource && resource !== scope.resource ? { resource, outer: scope } : scope;
}
