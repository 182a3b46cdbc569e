import { z } from 'zod';
import { jsonSchemaFaults } from './engine';
import { presentFault, type Fault } from './fault';
import { isObject, type JsonSchema } from './json-schema';

/** Faults that travel through Zod's issues, by the `params` that carry them. */
const carried = new WeakMap<object, Fault>();

/** The fault that an issue of Zod carries, if it comes from a JSON Schema inside the Zod schema. */
export const carriedFault = (params: unknown): Fault | undefined =>
  isObject(params) ? carried.get(params) : undefined;

/** A Zod schema that lets a JSON Schema do the checking, and is that JSON Schema when it is converted back. */
export function viaJsonSchema(schema: unknown, whole: JsonSchema = {}): z.ZodType {
  const checked = isObject(schema) ? { ...withoutUndefined(whole), ...schema } : schema;
  const made = z.custom<unknown>().superRefine((value, context) => {
    for (const fault of value === undefined ? [presentFault([])] : jsonSchemaFaults(checked, value)) {
      const params = {};
      carried.set(params, fault);
      context.addIssue({ code: 'custom', message: fault.expected, path: [...fault.path], params });
    }
  });
  // Zod writes into what it is given, and expects to know the schema that this one was derived from.
  made._zod.toJSONSchema = () => (isObject(schema) ? { ...schema } : schema === false ? { not: {} } : {});
  delete made._zod.parent;
  return made;
}

const withoutUndefined = (whole: JsonSchema): JsonSchema => (whole.$schema === undefined ? {} : whole);
