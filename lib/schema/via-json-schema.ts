import { z } from 'zod';
import { jsonSchemaIssues } from './engine';
import { presentIssue, type SchemaIssue } from './schema-issue';
import { isObject, type JsonSchema } from './json-schema';

/** Our issues on their way through Zod's, keyed by the `params` that carry them. */
const carried = new WeakMap<object, SchemaIssue>();

/** Our issue inside one of Zod's, if it comes from a JSON Schema within the Zod schema. */
export const carriedIssue = (params: unknown): SchemaIssue | undefined =>
  isObject(params) ? carried.get(params) : undefined;

/** A Zod schema that delegates to a JSON Schema, and converts back to that same JSON Schema. */
export function viaJsonSchema(schema: unknown, whole: JsonSchema = {}): z.ZodType {
  const checked = isObject(schema) ? { ...withoutUndefined(whole), ...schema } : schema;
  const made = z.custom<unknown>().superRefine((value, context) => {
    for (const issue of value === undefined ? [presentIssue([])] : jsonSchemaIssues(checked, value)) {
      const params = {};
      carried.set(params, issue);
      context.addIssue({ code: 'custom', message: issue.expected, path: [...issue.path], params });
    }
  });
  // Zod writes into its input, and expects to know the schema that this one was derived from.
  made._zod.toJSONSchema = () => (isObject(schema) ? { ...schema } : schema === false ? { not: {} } : {});
  delete made._zod.parent;
  return made;
}

const withoutUndefined = (whole: JsonSchema): JsonSchema => (whole.$schema === undefined ? {} : whole);
