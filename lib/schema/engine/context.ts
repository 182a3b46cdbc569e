import type { SchemaIssue } from '../schema-issue';
import type { JsonSchema } from '../json-schema';
import type { Budget } from '../budget';
import type { SchemaDialect } from './dialect';
import type { SchemaPlace } from './place';
import type { SchemaRegistry } from './registry';
import type { Resource } from './resources';
import type { SeenValues } from './seen';

/** The resources entered so far, innermost first, for `$dynamicRef` to search outwards. */
export interface Scope {
  resource: Resource;
  outer: Scope | undefined;
}

/** What stays the same while a value is checked against a schema. */
interface Run {
  registry: SchemaRegistry;
  budget: Budget;
  /** Checks a value against a schema inside the one at hand; what is wrong is added to `issues`. */
  check(
    from: From,
    schema: unknown,
    value: unknown,
    place: SchemaPlace | undefined,
    issues: SchemaIssue[],
    seen: SeenValues | undefined,
  ): void;
}

export interface From {
  run: Run;
  scope: Scope;
}

/** One schema against one value. */
export interface KeywordCheck extends From {
  schema: JsonSchema;
  dialect: SchemaDialect;
  value: unknown;
  place: SchemaPlace | undefined;
  issues: SchemaIssue[];
  /** Recorded only if some schema uses an `unevaluated…` keyword. */
  seen: SeenValues | undefined;
}

/** Whether a value is valid, for keywords that need no issues. */
export function fits(from: From, schema: unknown, value: unknown, seen?: SeenValues): boolean {
  const issues: SchemaIssue[] = [];
  from.run.check(from, schema, value, undefined, issues, seen);
  return issues.length === 0;
}
