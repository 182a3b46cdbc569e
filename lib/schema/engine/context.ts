import type { SchemaIssue } from '../schema-issue';
import type { JsonSchema } from '../json-schema';
import type { Budget } from './budget';
import type { Dialect } from './dialect';
import type { Place } from './place';
import type { Registry } from './registry';
import type { Resource } from './resources';
import type { Seen } from './seen';

/** The resources a check came through, the innermost first: `$dynamicRef` looks outwards. */
export interface Scope {
  resource: Resource;
  outer: Scope | undefined;
}

/** What stays the same while a value is checked against a schema. */
export interface Run {
  registry: Registry;
  budget: Budget;
  /** Checks a value against a schema inside the one at hand; what is wrong is added to `issues`. */
  check(
    from: From,
    schema: unknown,
    value: unknown,
    place: Place | undefined,
    issues: SchemaIssue[],
    seen: Seen | undefined,
  ): void;
}

export interface From {
  run: Run;
  scope: Scope;
}

/** One schema against one value. */
export interface Check extends From {
  schema: JsonSchema;
  dialect: Dialect;
  value: unknown;
  place: Place | undefined;
  issues: SchemaIssue[];
  /** Kept only where some schema asks what the others looked at. */
  seen: Seen | undefined;
}

/** Whether a value fits, for keywords that only ask. */
export function fits(from: From, schema: unknown, value: unknown, seen?: Seen): boolean {
  const issues: SchemaIssue[] = [];
  from.run.check(from, schema, value, undefined, issues, seen);
  return issues.length === 0;
}
