import type { ValidationIssue } from '@/lib/protocol';
import type { z } from 'zod';
import { settleFaults, type Fault } from './fault';
import { isObject, isZod, type JsonSchema } from './json-schema';
import { mend } from './message';
import type { Messages } from './messages';
import { formatPath, valueAt } from './path';
import { preview } from './preview';
import { fieldsAt, toJsonSchema } from './to-json-schema';

/** Issues that look for the name that was meant; in a longer list nobody reads so far. */
const HINTED = 20;

/** Names that a misspelt one is compared with. */
const COMPARED = 500;

/** Puts faults into words. */
export function toIssues(
  faults: readonly Fault[],
  schema: z.ZodType | JsonSchema | boolean,
  value: unknown,
  say: Messages,
): ValidationIssue[] {
  const settled = settleFaults(faults);
  const families = familiesOf(settled);
  return settled.map((fault, index) => {
    const place = valueAt(value, fault.path);
    const family = index < HINTED ? families.get(parentOf(fault)) : undefined;
    return {
      path: formatPath(fault.path),
      expected: fault.expected,
      received: place.found ? preview(place.value) : 'nothing',
      message: mend(
        fault,
        {
          value: place.value,
          unknown: family?.unknown.slice(0, COMPARED) ?? [],
          unsent: family && fault.kind === 'absent' ? unsentFields(schema, value, family, fault) : [],
        },
        say,
      ),
    };
  });
}

/** Names at fault in one object. */
interface Family {
  missing: string[];
  unknown: string[];
}

const parentOf = (fault: Fault): string => formatPath(fault.path.slice(0, -1));

function familiesOf(faults: readonly Fault[]): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const fault of faults) {
    if (fault.kind !== 'present' && fault.kind !== 'absent') continue;
    const family = families.get(parentOf(fault)) ?? { missing: [], unknown: [] };
    families.set(parentOf(fault), family);
    (fault.kind === 'present' ? family.missing : family.unknown).push(String(fault.path.at(-1)));
  }
  return families;
}

/** Optional fields that an unknown one may have meant; a missing required field asks about it itself. */
function unsentFields(
  schema: z.ZodType | JsonSchema | boolean,
  value: unknown,
  family: Family,
  fault: Fault,
): string[] {
  const parent = fault.path.slice(0, -1);
  const described = isZod(schema) ? toJsonSchema(schema) : schema;
  const fields = isObject(described) ? fieldsAt(described, parent) : [];
  return fields
    .slice(0, COMPARED)
    .filter((field) => !family.missing.includes(field) && !valueAt(value, [...parent, field]).found);
}
