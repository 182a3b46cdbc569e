import { CATEGORY } from '@/lib/tools/category';
import { isZod } from '@/lib/schema/json-schema';
import { toJsonSchema } from '@/lib/schema/to-json-schema';
import type { z } from 'zod';
import type { InputIssue } from './messages';

/** A tool inside the code of a pack. */
export interface DefinedTool {
  readonly name: string;
  readonly title?: string;
  readonly category?: string;
  readonly description: string;
  readonly kind: string;
  readonly dangerous: boolean;
  readonly supportedProviders?: readonly string[];
  readonly schema: Readonly<Record<string, unknown>>;
  readonly parse: (input: unknown) => Promise<Parsed>;
  readonly execute: (input: unknown, context: object) => unknown;
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

const defined = new Set<object>();

export const isDefinedTool = (value: unknown): value is DefinedTool =>
  typeof value === 'object' && value !== null && defined.has(value);

export const CATEGORY_FORM = 'a category has letters, figures, spaces, _ and -, and 40 characters at most.';

const KINDS = ['read', 'edit', 'delete', 'move', 'execute', 'fetch', 'other'];

/** What a pack imports as `defineTool`. Throws in plain words if the definition is not valid. */
export function defineTool(given: unknown): DefinedTool {
  if (!isRecord(given)) throw new TypeError('defineTool takes an object: { name, description, input, execute }.');
  const {
    name,
    title,
    category,
    description,
    kind = 'other',
    dangerous = false,
    supportedProviders,
    input = {},
    execute,
  } = given;
  if (typeof name !== 'string' || !/^[A-Za-z][\w-]{0,63}$/.test(name)) {
    throw new TypeError(
      `A tool’s name has letters, figures, _ and -, and begins with a letter: not ${JSON.stringify(name)}.`,
    );
  }
  if (typeof description !== 'string' || description.trim() === '') throw new TypeError(`${name} has no description.`);
  if (typeof kind !== 'string' || !KINDS.includes(kind))
    throw new TypeError(`${name}: kind is one of ${KINDS.join(', ')}.`);
  if (supportedProviders !== undefined && !isTexts(supportedProviders))
    throw new TypeError(`${name}: supportedProviders is a list of names, such as ["anthropic"].`);
  if (category !== undefined && !isCategory(category)) throw new TypeError(`${name}: ${CATEGORY_FORM}`);
  if (!isRun(execute)) throw new TypeError(`${name} has no function execute.`);
  const schema = schemaOf(name, input);
  const tool: DefinedTool = {
    name,
    description,
    kind,
    dangerous: dangerous === true,
    schema,
    parse: async (value) => (isZod(input) ? parsed(input, value) : { ok: true, value }),
    execute,
    ...(typeof title === 'string' && { title }),
    ...(category !== undefined && { category }),
    ...(supportedProviders !== undefined && { supportedProviders }),
  };
  defined.add(tool);
  return tool;
}

function schemaOf(name: string, input: unknown): Readonly<Record<string, unknown>> {
  const schema = isZod(input) ? toJsonSchema(input) : input;
  if (!isRecord(schema)) throw new TypeError(`${name}: input is a Zod object, or a JSON Schema.`);
  if (Object.keys(schema).length === 0) return { type: 'object', properties: {}, additionalProperties: false };
  if (schema.type !== 'object')
    throw new TypeError(`${name}: the root of its input has to be an object: z.object({ … }).`);
  try {
    JSON.stringify(schema);
  } catch (error) {
    const [why] = String(error).split('\n');
    throw new TypeError(`${name}: its input cannot be written as JSON. ${why}`, { cause: error });
  }
  return schema;
}

/** Most issues of an input that are told of. */
const MOST_ISSUES = 100;

async function parsed(schema: z.ZodType, value: unknown): Promise<Parsed> {
  const { success, data, error } = await schema.safeParseAsync(value);
  if (success) return { ok: true, value: data };
  const issues = error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    path: path.map((key) => (typeof key === 'number' ? key : String(key))),
    message,
  }));
  return { ok: false, issues };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
export const isCategory = (value: unknown): value is string => typeof value === 'string' && CATEGORY.test(value);
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isRun = (value: unknown): value is DefinedTool['execute'] => typeof value === 'function';
