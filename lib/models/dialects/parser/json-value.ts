import { parseJson, type Parsed } from '@/lib/protocol';
import { z } from 'zod';

const Any = z.unknown();
/** Deeper than any tool's arguments; code that handles the value may be recursive. */
const DEEPEST = 256;

/** A value from its JSON text. Numbers out of range and excessive nesting count as faults of the text. */
export function jsonValue(text: string): Parsed<unknown> {
  const parsed = parseJson(Any, text);
  if (!parsed.ok) return parsed;
  const reason = issueIn(parsed.value, 0);
  return reason === undefined ? parsed : { ok: false, reason };
}

function issueIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'a number is out of range';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEEPEST) return `it is nested more than ${DEEPEST} deep`;
  for (const inner of Object.values(value)) {
    const reason = issueIn(inner, depth + 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
