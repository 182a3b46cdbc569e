import { z } from 'zod';
import { jsonSchemaIssues } from './engine';
import { presentIssue, type SchemaIssue } from './schema-issue';
import { isObject, type JsonSchema } from './json-schema';

/** Faults that travel through Zod's issues, by the `params` that carry them. */
const carried = new WeakMap<object, SchemaIssue>();

/** The fault that an issue of Zod carries, if it comes from a JSON Schema inside the Zod schema. */
export const carriedIssue = (params: unknown): SchemaIssue | undefined =>
  isObject(params) ? carried.get(params) : undefined;

/** A Zod schema that lets a JSON Schema do the checking, and is that JSON Schema when it is converted back. */
export function viaJsonSchema(schema: unknown, whole: JsonSchema = {}): z.ZodType {
  const checked = isObject(schema) ? { ...withoutUndefined(whole), ...schema } : schema;
  const made = z.custom<unknown>().superRefine((value, context) => {
    for (const issue of value === undefined ? [presentIssue([])] : jsonSchemaIssues(checked, value)) {
      const params = {};
      carried.set(params, issue);
      context.addIssue({ code: 'custom', message: issue.expected, path: [...issue.path], params });
    }
  });
  // Zod writes into what it is given, and expects to know the schema that this one was derived from.
  made._zod.toJSONSchema = () => (isObject(schema) ? { ...schema } : schema === false ? { not: {} } : {});
  delete made._zod.parent;
  return made;
}

const withoutUndefined = (whole: JsonSchema): JsonSchema => (whole.$schema === undefined ? {} : whole);
