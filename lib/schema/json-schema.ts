import type { z } from 'zod';

/** A JSON Schema with an object at its root. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a schema is Zod's, told by its shape: another copy of Zod, or its mini form, counts too. */
export const isZod = (schema: z.ZodType | JsonSchema): schema is z.ZodType => '_zod' in schema && isObject(schema._zod);
