import { isObject } from '../json-schema';
import type { SchemaIssue } from '../schema-issue';
import { unionIssues } from '../union';
import { fits, type KeywordCheck, type Scope } from './context';
import { listOf, mapOf, textKeyword } from './keyword';
import { pathOfPlace } from './place';
import type { ReferenceTarget } from './registry';
import { SeenValues } from './seen';

/** Keywords that apply other schemas to the same value. */
export function checkCombined(of: KeywordCheck): void {
  const { schema, value, place, issues, seen, dialect } = of;
  const reference = textKeyword(schema, '$ref') ?? textKeyword(schema, '$recursiveRef');
  if (reference !== undefined) follow(of, of.run.registry.resolve(schema, reference, of.scope.resource));
  if (dialect.draft === 'draft-07' && reference !== undefined) return;
  if (dialect.draft !== 'draft-07') followDynamic(of);
  for (const member of listOf(schema, 'allOf') ?? []) of.run.check(of, member, value, place, issues, seen);
  anyOf(of);
  oneOf(of);
  if (schema.not !== undefined && fits(of, schema.not, value)) {
    issues.push({ path: pathOfPlace(place), kind: 'other', expected: 'valid' });
  }
  conditional(of);
  dependent(of);
}

function follow(of: KeywordCheck, target: ReferenceTarget): void {
  const scope: Scope =
    target.resource === of.scope.resource ? of.scope : { resource: target.resource, outer: of.scope };
  of.run.check({ run: of.run, scope }, target.schema, of.value, of.place, of.issues, of.seen);
}

/** The outermost resource that has the anchor wins, if the reference leads to a dynamic anchor at all. */
function followDynamic(of: KeywordCheck): void {
  const reference = textKeyword(of.schema, '$dynamicRef');
  if (reference === undefined) return;
  let target = of.run.registry.resolve(of.schema, reference, of.scope.resource);
  const name = reference.split('#')[1] ?? '';
  if (isObject(target.schema) && target.schema.$dynamicAnchor === name) {
    for (let scope: Scope | undefined = of.scope; scope; scope = scope.outer) {
      const schema = scope.resource.dynamicAnchors.get(name);
      if (schema) target = { schema, resource: scope.resource };
    }
  }
  follow(of, target);
}

function anyOf(of: KeywordCheck): void {
  const members = listOf(of.schema, 'anyOf');
  if (!members) return;
  const branches: SchemaIssue[][] = [];
  for (const member of members) {
    const [issues, seen] = tried(of, member);
    if (issues.length > 0) branches.push(issues);
    else if (!of.seen) return;
    else of.seen.add(seen);
  }
  if (branches.length === members.length) noneFits(of, branches);
}

function oneOf(of: KeywordCheck): void {
  const members = listOf(of.schema, 'oneOf');
  if (!members) return;
  const branches: SchemaIssue[][] = [];
  for (const member of members) {
    const [issues, seen] = tried(of, member);
    if (issues.length > 0) branches.push(issues);
    else of.seen?.add(seen);
  }
  if (branches.length === members.length) noneFits(of, branches);
  else if (members.length - branches.length > 1) {
    of.issues.push({ path: pathOfPlace(of.place), kind: 'shape', expected: 'exactly one shape' });
  }
}

function tried(of: KeywordCheck, member: unknown): [SchemaIssue[], SeenValues | undefined] {
  const issues: SchemaIssue[] = [];
  const seen = of.seen && new SeenValues();
  of.run.check(of, member, of.value, of.place, issues, seen);
  return [issues, seen];
}

function noneFits(of: KeywordCheck, branches: readonly SchemaIssue[][]): void {
  if (of.seen) of.seen.unsure = true;
  of.issues.push(...unionIssues(pathOfPlace(of.place), branches));
}

function conditional(of: KeywordCheck): void {
  const { schema, value, place, issues, seen } = of;
  if (schema.if === undefined) return;
  const own = seen && new SeenValues();
  const holds = fits(of, schema.if, value, own);
  if (holds) seen?.add(own);
  const next = holds ? schema.then : schema.else;
  if (next !== undefined) of.run.check(of, next, value, place, issues, seen);
}

/** Schemas that apply only if a field is present. Draft-07 writes both these and required names as `dependencies`. */
function dependent(of: KeywordCheck): void {
  const { schema, value, place, issues, seen, dialect } = of;
  if (!isObject(value)) return;
  const newer = dialect.draft === 'draft-07' && !dialect.guessed ? undefined : mapOf(schema, 'dependentSchemas');
  for (const map of [newer, mapOf(schema, 'dependencies')]) {
    for (const [name, member] of Object.entries(map ?? {})) {
      if (Array.isArray(member) || !Object.hasOwn(value, name) || value[name] === undefined) continue;
      of.run.check(of, member, value, place, issues, seen);
    }
  }
}
