import type { ValidationIssue } from '@/lib/protocol';
import { z } from 'zod';
import { presentFault, settleFaults, typeFault, type Fault } from './fault';
import { isZod, type JsonSchema } from './json-schema';
import { jsonSchemaFaults } from './json-schema-faults';
import { mend } from './message';
import { formatPath, valueAt } from './path';
import { preview } from './preview';
import { DEPTH_LIMIT, oversize, VALUE_LIMIT } from './size';
import { fieldsAt, schemasAt, toJsonSchema } from './to-json-schema';
import { zodFaults } from './zod-faults';

export type Validation<T> = { ok: true; value: T } | { ok: false; issues: ValidationIssue[] };

/**
 * Checks a value against a Zod schema or a JSON Schema. Both tracks give the same issues for the same fault. Never throws.
 * Time is bounded except for a schema's own patterns: run schemas you do not trust where you can kill them.
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown): Validation<T>;
export function validate(schema: z.ZodType | JsonSchema, value: unknown): Validation<unknown>;
export function validate(schema: z.ZodType | JsonSchema, value: unknown): Validation<unknown> {
  try {
    const limit = oversize(value);
    if (limit) return { ok: false, issues: [tooLarge(limit)] };
    if (value === undefined) return { ok: false, issues: toIssues([presentFault([])], schema, value) };
    if (!isZod(schema)) {
      const faults = jsonSchemaFaults(schema, value);
      return faults.length === 0 ? { ok: true, value } : { ok: false, issues: toIssues(faults, schema, value) };
    }
    const parsed = z.safeParse(schema, value);
    if (parsed.success) return { ok: true, value: parsed.data };
    return { ok: false, issues: toIssues(narrowed(zodFaults(parsed.error.issues, value), schema), schema, value) };
  } catch (error) {
    return { ok: false, issues: [uncheckable(error)] };
  }
}

/** Zod says `number` of a field that must be a whole one when something else than a number came. */
function narrowed(faults: readonly Fault[], schema: z.ZodType): Fault[] {
  return faults.map((fault) => {
    if (fault.kind !== 'type' || fault.expected !== 'number') return fault;
    const types = new Set(schemasAt(toJsonSchema(schema), fault.path).flatMap((node) => node.type));
    return types.has('integer') && !types.has('number') ? typeFault(fault.path, 'integer') : fault;
  });
}

function toIssues(faults: readonly Fault[], schema: z.ZodType | JsonSchema, value: unknown): ValidationIssue[] {
  const settled = settleFaults(faults);
  return settled.map((fault) => {
    const place = valueAt(value, fault.path);
    return {
      path: formatPath(fault.path),
      expected: fault.expected,
      received: place.found ? preview(place.value) : 'nothing',
      message: mend(fault, {
        value: place.value,
        unknown: siblings(settled, fault, 'absent'),
        unsent: fault.kind === 'absent' ? unsentFields(schema, value, settled, fault) : [],
      }),
    };
  });
}

/** Names at fault in the same object. */
function siblings(faults: readonly Fault[], of: Fault, kind: Fault['kind']): string[] {
  const parent = formatPath(of.path.slice(0, -1));
  return faults
    .filter((fault) => fault.kind === kind && formatPath(fault.path.slice(0, -1)) === parent)
    .map((fault) => String(fault.path.at(-1)));
}

/** Optional fields that an unknown one may have meant; a missing required field asks about it itself. */
function unsentFields(
  schema: z.ZodType | JsonSchema,
  value: unknown,
  faults: readonly Fault[],
  fault: Fault,
): string[] {
  const parent = fault.path.slice(0, -1);
  const missing = siblings(faults, fault, 'present');
  return fieldsAt(toJsonSchema(schema), parent).filter(
    (field) => !missing.includes(field) && !valueAt(value, [...parent, field]).found,
  );
}

const tooLarge = (limit: 'depth' | 'values'): ValidationIssue =>
  limit === 'depth'
    ? {
        path: '$',
        expected: `depth <= ${DEPTH_LIMIT}`,
        received: `depth > ${DEPTH_LIMIT}`,
        message: `Nest the arguments at most ${DEPTH_LIMIT} levels deep.`,
      }
    : {
        path: '$',
        expected: `values <= ${VALUE_LIMIT}`,
        received: `values > ${VALUE_LIMIT}`,
        message: `Send at most ${VALUE_LIMIT} values in one call; split the work over several calls.`,
      };

const uncheckable = (error: unknown): ValidationIssue => ({
  path: '$',
  expected: 'valid',
  received: 'arguments',
  message: `The arguments could not be checked: ${error instanceof Error ? error.message : String(error)}`.slice(
    0,
    500,
  ),
});
