import type { z } from 'zod';
import { jsonSchemaIssues } from './engine';
import type { SchemaIssue } from './schema-issue';
import type { JsonSchema } from './json-schema';
import { formatPath } from './path';
import { forChecking, schemasAt } from './to-json-schema';

/**
 * Why a Zod schema refused a value, found by its JSON Schema, so that both tracks say the same. What JSON Schema cannot see
 * (refinements, dates, transforms) is told as Zod told it.
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

/** Whether JSON Schema has nothing to say of a value. Which fields there are it always sees. */
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

/** Whether one of two places is the other or lies inside it. */
function touches(path: string, issue: SchemaIssue): boolean {
  const other = formatPath(issue.path);
  return path.startsWith(other) || other.startsWith(path);
}
