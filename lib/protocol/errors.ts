import { z } from 'zod';

/** The one closed union of failure codes. A code is stable: models, tests and presets key on it. */
export const ERROR_CODES = [
  'TOOL_NOT_FOUND',
  'INVALID_ARGS',
  'INVALID_JSON',
  'PARTIAL_JSON',
  'INVALID_OUTPUT',
  'EXECUTION_ERROR',
  'GATE_DENIED',
  'HOOK_BLOCKED',
  'RATE_LIMITED',
  'TIMEOUT',
  'ABORTED',
  'STORE_UNAVAILABLE',
  'READ_ERROR',
  'WRITE_ERROR',
  'NOT_FOUND',
  'IS_DIRECTORY',
  'NOT_DIRECTORY',
  'FILE_TOO_LARGE',
  'BINARY_FILE',
  'TEXT_NOT_FOUND',
  'TEXT_MULTIPLE_MATCHES',
  'NO_CHANGE',
  'FILE_NOT_READ',
  'STALE_FILE',
  'RANGE_INVALID',
  'OUTSIDE_WRITE_ROOTS',
  'BLACKLIST_DENIED',
  'EXIT_CODE',
  'SERVER_ERROR',
  'NETWORK_ERROR',
  'URL_REFUSED',
  'UNSUPPORTED',
  'LOOP_DETECTED',
  'BUDGET_EXCEEDED',
] as const;

export const ErrorCodeSchema = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof ErrorCodeSchema>;

const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['TIMEOUT', 'RATE_LIMITED', 'NETWORK_ERROR', 'SERVER_ERROR']);

/** Whether the same call may succeed if it is made again unchanged. */
export const isRetryable = (code: ErrorCode): boolean => RETRYABLE.has(code);
