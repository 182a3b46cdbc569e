import { z } from 'zod';
import {
  absentIssue,
  checkIssue,
  enumIssue,
  keyIssue,
  presentIssue,
  typeIssue,
  type SchemaIssue,
} from './schema-issue';
import { isObject, isZod } from './json-schema';
import { formatExpected, isPatternFormat } from './formats';
import { valueAt, type Segment } from './path';
import { unionIssues } from './union';
import { carriedIssue } from './via-json-schema';

/** A Zod issue, with or without Zod's message. */
type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  int: 'integer',
  nan: 'number',
  tuple: 'array',
  record: 'object',
  map: 'object',
};

const PLAIN_TYPES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'int',
  'nan',
  'boolean',
  'null',
  'array',
  'tuple',
  'object',
  'record',
]);
/** For an `int`, Zod names no limit but that of safe integers. */
const PLAIN_ORIGINS: ReadonlySet<string> = new Set(['string', 'number']);

/** Whether the schema's JSON Schema would say just the same of an issue, so that it need not be asked. */
export function isPlain(issue: Issue): boolean {
  // After a fraction where an integer is expected, Zod no longer looks at the size of the list that holds it.
  if ('continue' in issue && issue.continue === false) return false;
  switch (issue.code) {
    case 'invalid_type':
      // An item that is missing is a matter of its list's length.
      return PLAIN_TYPES.has(issue.expected) && !(issue.input === undefined && typeof issue.path?.at(-1) === 'number');
    case 'too_small':
    case 'too_big':
      return PLAIN_ORIGINS.has(issue.origin);
    case 'unrecognized_keys':
      // A record's keys have a schema of their own.
      return !('inst' in issue && isZod(issue.inst) && issue.inst._zod.def.type === 'record');
    case 'invalid_value':
    case 'not_multiple_of':
      return true;
    default:
      return false;
  }
}

/** Converts Zod's issues to ours. `prefix` is the path of the validated value in `root`. */
export function zodToSchemaIssues(
  issues: readonly Issue[],
  root: unknown,
  prefix: readonly Segment[] = [],
): SchemaIssue[] {
  return issues.flatMap((issue) => {
    const own = issue.path?.map((key) => (typeof key === 'symbol' ? String(key) : key)) ?? [];
    const path = prefix.length === 0 ? own : [...prefix, ...own];
    return valueAt(root, path).found ? issuesOf(issue, path, root) : [presentIssue(path)];
  });
}

function issuesOf(issue: Issue, path: readonly Segment[], root: unknown): readonly SchemaIssue[] {
  switch (issue.code) {
    case 'invalid_type':
      return [typeIssue(path, typeOf(issue))];
    case 'unrecognized_keys':
      return issue.keys.map((key) => absentIssue([...path, key]));
    case 'invalid_value':
      return [enumIssue(path, issue.values)];
    case 'invalid_union':
      if (issue.inclusive === false) return [{ path, kind: 'shape', expected: 'exactly one shape' }];
      if (issue.errors.length === 0) return [enumIssue(path, issue.options ?? [])];
      return unionIssues(
        path,
        issue.errors.map((branch) => zodToSchemaIssues(branch, root, path)),
      );
    case 'too_small':
      return [checkIssue(path, bound(issue.origin, issue.inclusive === false ? '>' : '>=', issue.minimum))];
    case 'too_big':
      return [checkIssue(path, bound(issue.origin, issue.inclusive === false ? '<' : '<=', issue.maximum))];
    case 'not_multiple_of':
      return [checkIssue(path, `multiple of ${issue.divisor}`)];
    case 'invalid_format':
      return [checkIssue(path, formatOf(issue))];
    case 'invalid_key':
      return [keyIssue(path)];
    case 'custom': {
      const schemaIssue = carriedIssue(issue.params);
      return [
        schemaIssue ? { ...schemaIssue, path } : { path, kind: 'other', expected: 'valid', note: messageOf(issue) },
      ];
    }
    default:
      return [{ path, kind: 'other', expected: 'valid', note: messageOf(issue) }];
  }
}

/** What Zod expected. For a string where an integer is expected, Zod only says that it is not a number. */
function typeOf(issue: Extract<Issue, { code: 'invalid_type' }>): string {
  if ('inst' in issue && isInteger(issue.inst)) return 'integer';
  return TYPE_NAMES[issue.expected] ?? issue.expected;
}

/** Zod's message, which it creates lazily. */
const messageOf = (issue: Issue): string =>
  issue.message ??
  ('inst' in issue ? z.core.util.finalizeIssue(issue, undefined, z.config()).message : 'Invalid input');

function bound(origin: string, sign: string, limit: number | bigint): string {
  if (limit === Infinity || limit === -Infinity) return 'valid';
  if (origin === 'string' || origin === 'array') return `length ${sign} ${limit}`;
  return origin === 'object' || origin === 'set' || origin === 'map' ? `fields ${sign} ${limit}` : `${sign} ${limit}`;
}

/** The pattern of a format, as Zod writes it into a JSON Schema. */
function formatOf(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (!isPatternFormat(issue.format)) return formatExpected(issue.format);
  const read = (key: string): string => String(Reflect.get(issue, key) ?? '');
  if (issue.format === 'starts_with') return `pattern ^${z.core.util.escapeRegex(read('prefix'))}.*`;
  if (issue.format === 'ends_with') return `pattern .*${z.core.util.escapeRegex(read('suffix'))}$`;
  if (issue.format === 'includes') return `pattern ${z.core.util.escapeRegex(read('includes'))}`;
  return `pattern ${read('pattern').replace(/^\/|\/[a-z]*$/g, '')}`;
}

const WHOLE: ReadonlySet<unknown> = new Set(['safeint', 'int32', 'uint32']);
const isWhole = ({ check, format }: Record<string, unknown>): boolean => check === 'number_format' && WHOLE.has(format);

/** Whether a schema allows only integers. */
function isInteger(schema: unknown): boolean {
  const def: unknown = isZod(schema) ? schema._zod.def : undefined;
  if (!isObject(def)) return false;
  return isWhole(def) || (Array.isArray(def.checks) && def.checks.some(isInteger));
}
