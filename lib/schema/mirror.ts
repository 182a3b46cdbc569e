import type { z } from 'zod';
import { jsonSchemaIssues } from './engine';
import type { SchemaIssue } from './schema-issue';
import type { JsonSchema } from './json-schema';
import { forChecking, schemasAt } from './to-json-schema';

/**
 * Explains by its JSON Schema why a Zod schema refused a value, where Zod says it otherwise (unions, formats, sizes of arrays),
 * so that both kinds of schema give the same issues. What JSON Schema cannot express (refinements, dates, transforms) keeps
 * Zod's issue.
 */
export function mirrorIssues(schema: z.ZodType, value: unknown, own: readonly SchemaIssue[]): SchemaIssue[] {
  const mirror = forChecking(schema);
  const mirrored = faultsIn(mirror, value);
  if (mirrored.length === 0) return [...own];
  const unseen = own.filter(
    (issue) => issue.kind === 'other' || !(mirrored.some((other) => touches(other, issue)) || sees(mirror, issue)),
  );
  return [...mirrored, ...unseen];
}

/** Whether JSON Schema can validate a value. It can always tell which fields exist. */
function sees(mirror: JsonSchema, { kind, path }: SchemaIssue): boolean {
  if (kind === 'present' || kind === 'absent' || kind === 'key') return true;
  return schemasAt(mirror, path).some((node) => !Object.keys(node).every((keyword) => REMARKS.has(keyword)));
}

const REMARKS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);

function faultsIn(schema: JsonSchema, value: unknown): SchemaIssue[] {
  try {
    return jsonSchemaIssues(schema, value);
  } catch {
    return [];
  }
}

/** Whether the place of one issue is that of the other, or inside it. */
function touches({ path: a }: SchemaIssue, { path: b }: SchemaIssue): boolean {
  for (let index = Math.min(a.length, b.length) - 1; index >= 0; index -= 1) if (a[index] !== b[index]) return false;
  return true;
}
