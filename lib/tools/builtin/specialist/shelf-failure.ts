import type { ShelfOutcome, ShelfRefusal } from '@/lib/ports';
import type { ErrorCode, ToolResult } from '@/lib/protocol';
import { failure } from '../../result';

const CODES: Readonly<Record<ShelfRefusal, ErrorCode>> = {
  exists: 'INVALID_ARGS',
  reserved: 'INVALID_ARGS',
  invalid: 'INVALID_ARGS',
  missing: 'NOT_FOUND',
  stale: 'STALE_FILE',
  full: 'WRITE_ERROR',
};

const ADVICE: Readonly<Record<ShelfRefusal, string>> = {
  exists: 'Change it with ToolUpdate, or choose another name.',
  reserved: 'Choose another name.',
  invalid: 'Mend the draft and make the call again.',
  missing: 'Make it with ToolCreate.',
  stale: 'Make the call again from the current version.',
  full: 'Update a tool that is no longer needed instead.',
};

/** Why the shelf did not take a draft, with the current version where there is one. */
export function shelfFailure({ cause, message, current }: Extract<ShelfOutcome, { ok: false }>): ToolResult {
  const now = current ? `\nThe current version is ${current.version}. Its body:\n${current.body}` : '';
  const details = current && { version: current.version };
  return failure(CODES[cause], `${message} ${ADVICE[cause]}${now}`, { ...(details && { details }) });
}
