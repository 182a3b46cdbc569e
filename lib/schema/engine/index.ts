import { absentIssue, type SchemaIssue } from '../schema-issue';
import { isObject, type JsonSchema } from '../json-schema';
import { Budget } from '../budget';
import { check } from './check';
import type { SchemaDraft } from './dialect';
import { SchemaProblem } from '../problem';
import { SchemaRegistry, type SchemaLibrary } from './registry';

export type { SchemaDraft } from './dialect';
export { Budget } from '../budget';
export { SchemaProblem, type ProblemCode } from '../problem';
export type { SchemaLibrary } from './registry';

export interface EngineOptions {
  /** The draft of a schema without `$schema`; by default it is inferred from the keywords. */
  draft?: SchemaDraft | undefined;
  /** Other schemas that a `$ref` may point to, by URI. */
  schemas?: SchemaLibrary | undefined;
}

const registries = new WeakMap<JsonSchema, SchemaRegistry>();

/** The issues of a value under a JSON Schema. Throws only `SchemaProblem`, if the schema cannot be used. */
export function jsonSchemaIssues(schema: unknown, value: unknown, options: EngineOptions = {}): SchemaIssue[] {
  if (schema === true) return [];
  if (schema === false) return [absentIssue([])];
  if (!isObject(schema)) throw new SchemaProblem('malformed', '$');
  try {
    const registry = registryOf(schema, options);
    const issues: SchemaIssue[] = [];
    const scope = { resource: registry.root, outer: undefined };
    check({ run: { registry, budget: new Budget(), check }, scope }, schema, value, undefined, issues, undefined);
    return issues;
  } catch (error) {
    if (error instanceof SchemaProblem) throw error;
    // The stack overflowed, or a getter in the schema threw.
    throw error instanceof RangeError ? new SchemaProblem('endless') : new SchemaProblem('malformed', '$');
  }
}

/** Whether a value fits a schema that stands in a document. What cannot be checked does not fit. */
export function fitsInside(root: JsonSchema, schema: unknown, value: unknown): boolean {
  try {
    const registry = registryOf(root, {});
    const issues: SchemaIssue[] = [];
    const scope = { resource: registry.around(schema), outer: undefined };
    check({ run: { registry, budget: new Budget(), check }, scope }, schema, value, undefined, issues, undefined);
    return issues.length === 0;
  } catch {
    return false;
  }
}

/** What a reference in a schema of a document leads to; undefined where that is nothing. */
export function referredTo(root: JsonSchema, schema: JsonSchema, reference: string): unknown {
  try {
    const registry = registryOf(root, {});
    return registry.resolve(schema, reference, registry.around(schema)).schema;
  } catch {
    return undefined;
  }
}

function registryOf(schema: JsonSchema, { draft, schemas }: EngineOptions): SchemaRegistry {
  if (draft || schemas) return new SchemaRegistry(schema, schemas ?? {}, draft);
  let registry = registries.get(schema);
  if (!registry) registries.set(schema, (registry = new SchemaRegistry(schema, {}, undefined)));
  return registry;
}
