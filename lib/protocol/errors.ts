import { z } from 'zod';

/**
 * All failure codes. The list is closed and its codes are stable: models, tests and presets rely on them. What a model is advised
 * after each stands in `lib/tools/retry-hint/retry-hints.ts`.
 */
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

/** A code as it appears in a result: one of the union, or `EXIT_CODE_` with the number that some systems append. */
export const SpelledCodeSchema = z.union([ErrorCodeSchema, z.templateLiteral(['EXIT_CODE_', z.number().int()])]);
export type SpelledCode = z.infer<typeof SpelledCodeSchema>;

const CODES: ReadonlySet<string> = new Set(ERROR_CODES);
const isCode = (spelled: SpelledCode): spelled is ErrorCode => CODES.has(spelled);

/** The code of the union that a spelling stands for. */
export const codeOf = (spelled: SpelledCode): ErrorCode => (isCode(spelled) ? spelled : 'EXIT_CODE');

const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['TIMEOUT', 'RATE_LIMITED', 'NETWORK_ERROR', 'SERVER_ERROR']);

/** Whether the same call may succeed if it is made again unchanged. */
export const isRetryable = (code: SpelledCode): boolean => RETRYABLE.has(codeOf(code));
