import type { DynamicToolOutcome, DynamicToolRefusal } from '@/lib/ports';
import type { ErrorCode, ToolResult } from '@/lib/protocol';
import { failure } from '../../result';
import { naming, type Addressed } from '../../system';

const CODES: Readonly<Record<DynamicToolRefusal, ErrorCode>> = {
  exists: 'INVALID_ARGS',
  reserved: 'INVALID_ARGS',
  invalid: 'INVALID_ARGS',
  missing: 'NOT_FOUND',
  stale: 'STALE_FILE',
  full: 'WRITE_ERROR',
};

const adviceFor = (context: Addressed): Readonly<Record<DynamicToolRefusal, string>> => ({
  exists: naming(context, ['ToolUpdate'], (update) => `Change it with ${update}, or choose another name.`),
  reserved: 'Choose another name.',
  invalid: 'Mend the draft and make the call again.',
  missing: naming(context, ['ToolCreate'], (make) => `Make it with ${make}.`),
  stale: 'Make the call again from the current version.',
  full: 'Update a tool that is no longer needed instead.',
});

/** Why the dynamic tool store rejected a draft, with the current version if there is one. */
export function dynamicToolFailure(
  { cause, message, current }: Extract<DynamicToolOutcome, { ok: false }>,
  context: Addressed,
): ToolResult {
  const now = current ? `\nThe current version is ${current.version}. Its body:\n${current.body}` : '';
  const details = current && { version: current.version };
  return failure(CODES[cause], `${message} ${adviceFor(context)[cause]}${now}`, { ...(details && { details }) });
}
