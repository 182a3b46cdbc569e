import type { z } from 'zod';

/** A JSON Schema that is an object; `true` and `false` are schemas too. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether this is a Zod schema, told by its shape, so that another copy of Zod or Zod Mini counts too. */
export const isZod = (schema: unknown): schema is z.ZodType =>
  ((typeof schema === 'object' && schema !== null) || typeof schema === 'function') &&
  '_zod' in schema &&
  isObject(schema._zod);
