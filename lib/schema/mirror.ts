import type { z } from 'zod';
import { jsonSchemaIssues } from './engine';
import type { SchemaIssue } from './schema-issue';
import type { JsonSchema } from './json-schema';
import { formatPath } from './path';
import { forChecking, schemasAt } from './to-json-schema';

/**
 * Explains why a Zod schema refused a value by checking its JSON Schema, so that Zod and JSON Schema inputs give the same issues.
 * What JSON Schema cannot express (refinements, dates, transforms) keeps Zod's issue.
 */
export function mirrorIssues(schema: z.ZodType, value: unknown, own: readonly SchemaIssue[]): SchemaIssue[] {
  const mirror = forChecking(schema);
  const mirrored = faultsIn(mirror, value);
  if (mirrored.length === 0) return [...own];
  const paths = mirrored.map(({ path }) => formatPath(path));
  const unseen = own.filter(
    (issue) => issue.kind === 'other' || (isBlind(mirror, issue) && !paths.some((path) => touches(path, issue))),
  );
  return [...mirrored, ...unseen];
}

/** Whether JSON Schema cannot judge a value. It can always tell which fields exist. */
function isBlind(mirror: JsonSchema, { kind, path }: SchemaIssue): boolean {
  if (kind === 'present' || kind === 'absent' || kind === 'key') return false;
  return schemasAt(mirror, path).every((node) => Object.keys(node).every((keyword) => REMARKS.has(keyword)));
}

const REMARKS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);

function faultsIn(schema: JsonSchema, value: unknown): SchemaIssue[] {
  try {
    return jsonSchemaIssues(schema, value);
  } catch {
    return [];
  }
}

/** Whether one of two paths equals or contains the other. */
function touches(path: string, issue: SchemaIssue): boolean {
  const other = formatPath(issue.path);
  return path.startsWith(other) || other.startsWith(path);
}
