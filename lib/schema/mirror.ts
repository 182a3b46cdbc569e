import type { z } from 'zod';
import { jsonSchemaFaults } from './engine';
import type { Fault } from './fault';
import type { JsonSchema } from './json-schema';
import { formatPath } from './path';
import { forChecking } from './to-json-schema';

/**
 * Why a Zod schema refused a value, found by its JSON Schema, so that both tracks say the same. What JSON Schema cannot see
 * (refinements, dates, transforms) is told as Zod told it.
 */
export function mirrorFaults(schema: z.ZodType, value: unknown, own: readonly Fault[]): Fault[] {
  const mirrored = faultsIn(forChecking(schema), value);
  const paths = mirrored.map(({ path }) => formatPath(path));
  const unseen = own.filter((fault) => fault.kind === 'other' || !paths.some((path) => touches(path, fault)));
  return [...mirrored, ...unseen];
}

function faultsIn(schema: JsonSchema, value: unknown): Fault[] {
  try {
    return jsonSchemaFaults(schema, value);
  } catch {
    return [];
  }
}

/** Whether one of two places is the other or lies inside it. */
function touches(path: string, fault: Fault): boolean {
  const other = formatPath(fault.path);
  return path.startsWith(other) || other.startsWith(path);
}
