import type { Language, ValidationIssue } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { z } from 'zod';
import { jsonSchemaIssues, SchemaProblem, type EngineOptions } from './engine';
import { presentIssue, type SchemaIssue } from './schema-issue';
import { harden } from './harden';
import { toIssues } from './issues';
import { isObject, isZod, type JsonSchema } from './json-schema';
import { MESSAGES, type IssueMessages } from './messages';
import { mirrorIssues } from './mirror';
import { isPlain, zodToSchemaIssues } from './zod-issues';

export type Validation<T> = { ok: true; value: T } | { ok: false; issues: ValidationIssue[] };

export interface ValidateOptions extends EngineOptions {
  /** English if left out. */
  language?: Language | undefined;
}

/**
 * Validates a value against a Zod schema or any JSON Schema, `true` and `false` included. Both give the same issues for the
 * same mistake. Never throws, and takes at most about a second whatever the schema and the value; only code inside a Zod
 * schema (refinements, transforms) is not bounded.
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown, options?: ValidateOptions): Validation<T>;
export function validate(
  schema: z.ZodType | JsonSchema | boolean,
  value: unknown,
  options?: ValidateOptions,
): Validation<unknown>;
export function validate(
  schema: z.ZodType | JsonSchema | boolean,
  value: unknown,
  options: ValidateOptions = {},
): Validation<unknown> {
  const say = MESSAGES[options.language ?? 'en'];
  try {
    const limit = oversize(value);
    if (limit === 'depth' || limit === 'values') return { ok: false, issues: [tooLarge(limit, say)] };
    const [issues, valid] = value === undefined ? MISSING : validatorOf(schema)(value, limit === 'odd', options);
    return issues.length === 0
      ? { ok: true, value: valid }
      : { ok: false, issues: toIssues(issues, schema, value, say) };
  } catch (error) {
    return { ok: false, issues: [uncheckable(error, say)] };
  }
}

/** What is wrong with a value, and the value as parsed. */
type Outcome = readonly [issues: readonly SchemaIssue[], value: unknown];
type Validator = (value: unknown, odd: boolean, options: EngineOptions) => Outcome;

const NONE: readonly SchemaIssue[] = [];
const MISSING: Outcome = [[presentIssue([])], undefined];

/** What validates values by each schema: found out once, since tools keep their schemas. */
const validators = new WeakMap<object, Validator>();

function validatorOf(schema: z.ZodType | JsonSchema | boolean): Validator {
  const known = typeof schema === 'boolean' ? undefined : validators.get(schema);
  if (known) return known;
  const validator = isZod(schema) ? zodValidator(schema) : engineValidator(schema);
  if (isObject(schema)) validators.set(schema, validator);
  return validator;
}

const engineValidator =
  (schema: JsonSchema | boolean): Validator =>
  (value, _odd, options) => [jsonSchemaIssues(schema, value, options), value];

function zodValidator(schema: z.ZodType): Validator {
  const hardened = harden(schema);
  return (value, odd) => {
    const parsed = parse(hardened, value);
    if (parsed.issues.length > 0) {
      const own = zodToSchemaIssues(parsed.issues, value);
      return [!odd && parsed.issues.every(isPlain) ? own : mirrorIssues(schema, value, own), value];
    }
    return [odd ? mirrorIssues(schema, value, []) : NONE, parsed.value];
  };
}

/** One pass of Zod up to its raw issues; building a `ZodError` costs more than finding them. */
function parse(schema: z.ZodType, value: unknown): z.core.ParsePayload {
  const parsed = schema._zod.run({ value, issues: [] }, { async: false });
  if (parsed instanceof Promise) throw new z.core.$ZodAsyncError();
  return parsed;
}

const tooLarge = (limit: 'depth' | 'values', say: IssueMessages): ValidationIssue =>
  limit === 'depth'
    ? {
        path: '$',
        expected: `depth <= ${DEPTH_LIMIT}`,
        received: `depth > ${DEPTH_LIMIT}`,
        message: say.tooDeep(DEPTH_LIMIT),
      }
    : {
        path: '$',
        expected: `values <= ${VALUE_LIMIT}`,
        received: `values > ${VALUE_LIMIT}`,
        message: say.tooMany(VALUE_LIMIT),
      };

/** The longest excerpt of a schema or a foreign error that is quoted, characters. */
const DETAIL = 300;

const uncheckable = (error: unknown, say: IssueMessages): ValidationIssue => ({
  path: '$',
  expected: 'valid',
  received: 'arguments',
  message:
    error instanceof SchemaProblem
      ? say.problems[error.code](error.detail.slice(0, DETAIL))
      : say.uncheckable(messageOf(error).slice(0, DETAIL)),
});

/** How deep arguments may be nested. */
const DEPTH_LIMIT = 64;
/** How many values, counting each field and item, arguments may hold. */
const VALUE_LIMIT = 20_000;

/**
 * The limit that a value exceeds, or `odd` if a field is called `__proto__`, which Zod ignores. A cycle counts as too deep, so
 * the recursion ends.
 */
function oversize(root: unknown): 'depth' | 'values' | 'odd' | undefined {
  let left = VALUE_LIMIT;
  let odd = false;
  const walk = (value: unknown, depth: number): 'depth' | 'values' | undefined => {
    if (--left < 0) return 'values';
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth >= DEPTH_LIMIT) return 'depth';
    if (Array.isArray(value)) {
      if (value.length > left) return 'values';
      for (const item of value) {
        const limit = walk(item, depth + 1);
        if (limit) return limit;
      }
      return undefined;
    }
    for (const key of Object.keys(value)) {
      if (key === '__proto__') odd = true;
      const limit = walk(Reflect.get(value, key), depth + 1);
      if (limit) return limit;
    }
    return undefined;
  };
  return walk(root, 0) ?? (odd ? 'odd' : undefined);
}
