import type { z } from 'zod';
import { absentFault, checkFault, enumFault, keyFault, presentFault, typeFault, type Fault } from './fault';
import { formatExpected, isPatternFormat } from './formats';
import { valueAt, type Segment } from './path';
import { unionFaults } from './union';
import { carriedFault } from './via-json-schema';

type Issue = z.core.$ZodIssue;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  int: 'integer',
  nan: 'number',
  tuple: 'array',
  record: 'object',
  map: 'object',
};

/** Zod's issues as faults. `prefix` is where the value they speak of sits in `root`. */
export function zodFaults(issues: readonly Issue[], root: unknown, prefix: readonly Segment[] = []): Fault[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))];
    return valueAt(root, path).found ? faultsOf(issue, path, root) : [presentFault(path)];
  });
}

function faultsOf(issue: Issue, path: readonly Segment[], root: unknown): readonly Fault[] {
  switch (issue.code) {
    case 'invalid_type':
      return [typeFault(path, TYPE_NAMES[issue.expected] ?? issue.expected)];
    case 'unrecognized_keys':
      return issue.keys.map((key) => absentFault([...path, key]));
    case 'invalid_value':
      return [enumFault(path, issue.values)];
    case 'invalid_union':
      if (issue.inclusive === false) return [{ path, kind: 'shape', expected: 'exactly one shape' }];
      if (issue.errors.length === 0) return [enumFault(path, issue.options ?? [])];
      return unionFaults(
        path,
        issue.errors.map((branch) => zodFaults(branch, root, path)),
      );
    case 'too_small':
      return [checkFault(path, bound(issue.origin, issue.inclusive === false ? '>' : '>=', issue.minimum))];
    case 'too_big':
      return [checkFault(path, bound(issue.origin, issue.inclusive === false ? '<' : '<=', issue.maximum))];
    case 'not_multiple_of':
      return [checkFault(path, `multiple of ${issue.divisor}`)];
    case 'invalid_format':
      return [checkFault(path, formatOf(issue))];
    case 'invalid_key':
      return [keyFault(path)];
    case 'custom': {
      const fault = carriedFault(issue.params);
      return [fault ? { ...fault, path } : { path, kind: 'other', expected: 'valid', note: issue.message }];
    }
    default:
      return [{ path, kind: 'other', expected: 'valid', note: issue.message }];
  }
}

function bound(origin: string, sign: string, limit: number | bigint): string {
  if (limit === Infinity || limit === -Infinity) return 'valid';
  if (origin === 'string' || origin === 'array') return `length ${sign} ${limit}`;
  return origin === 'object' || origin === 'set' || origin === 'map' ? `fields ${sign} ${limit}` : `${sign} ${limit}`;
}

/** The pattern behind a format is the one that Zod writes into a JSON Schema. */
function formatOf(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (!isPatternFormat(issue.format)) return formatExpected(issue.format);
  const read = (key: string): string => String(Reflect.get(issue, key) ?? '');
  if (issue.format === 'starts_with') return `pattern ^${escape(read('prefix'))}.*`;
  if (issue.format === 'ends_with') return `pattern .*${escape(read('suffix'))}$`;
  if (issue.format === 'includes') return `pattern ${escape(read('includes'))}`;
  return `pattern ${read('pattern').replace(/^\/|\/[a-z]*$/g, '')}`;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
