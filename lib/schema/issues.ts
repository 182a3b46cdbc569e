import type { ValidationIssue } from '@/lib/protocol';
import type { z } from 'zod';
import { placedIssues, type PlacedIssue, type SchemaIssue } from './schema-issue';
import { isObject, isZod, type JsonSchema } from './json-schema';
import { fixFor } from './message';
import type { IssueMessages } from './messages';
import { valueAt } from './path';
import { preview } from './preview';
import { fieldsAt, toJsonSchema } from './to-json-schema';

/** How many issues get a "did you mean"; nobody reads further down a longer list. */
const HINTED = 20;

/** How many names a misspelt one is compared with. */
const COMPARED = 500;

/** Puts schema issues into words. */
export function toIssues(
  issues: readonly SchemaIssue[],
  schema: z.ZodType | JsonSchema | boolean,
  value: unknown,
  say: IssueMessages,
): ValidationIssue[] {
  const placed = placedIssues(issues);
  const byObject = namesByObject(placed);
  return placed.map(({ issue, path, parent }, index) => {
    const place = valueAt(value, issue.path);
    const names = index < HINTED ? byObject.get(parent) : undefined;
    return {
      path,
      expected: issue.expected,
      received: place.found ? preview(place.value) : 'nothing',
      message: fixFor(
        issue,
        {
          value: place.value,
          unknown: names?.unknown.slice(0, COMPARED) ?? [],
          unsent: names && issue.kind === 'absent' ? unsentFields(schema, value, names, issue) : [],
        },
        say,
      ),
    };
  });
}

/** The misspelt and missing names of one object. */
interface NamesOfObject {
  missing: string[];
  unknown: string[];
}

function namesByObject(placed: readonly PlacedIssue[]): Map<string, NamesOfObject> {
  const byObject = new Map<string, NamesOfObject>();
  for (const { issue, parent } of placed) {
    if (issue.kind !== 'present' && issue.kind !== 'absent') continue;
    const names = byObject.get(parent) ?? { missing: [], unknown: [] };
    byObject.set(parent, names);
    (issue.kind === 'present' ? names.missing : names.unknown).push(String(issue.path.at(-1)));
  }
  return byObject;
}

/** Optional fields that an unknown one may have meant; missing required fields have their own suggestion. */
function unsentFields(
  schema: z.ZodType | JsonSchema | boolean,
  value: unknown,
  names: NamesOfObject,
  issue: SchemaIssue,
): string[] {
  const parent = issue.path.slice(0, -1);
  const described = isZod(schema) ? toJsonSchema(schema) : schema;
  const fields = isObject(described) ? fieldsAt(described, parent) : [];
  return fields
    .slice(0, COMPARED)
    .filter((field) => !names.missing.includes(field) && !valueAt(value, [...parent, field]).found);
}
