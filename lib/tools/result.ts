import { isRetryable, type ErrorCode, type ToolResult } from '@/lib/protocol';
import type { AbortReason } from './abort-reason';

/** Either a value, or the result that says why there is none. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: ToolResult };

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

/** What may stand in a failed result beside its code and text. */
export type FailureExtras = Omit<ToolResult, 'success' | 'text' | 'error' | 'retryable'>;

/** A failed result. `text` tells the model what is wrong and what to do next. */
export function failure(error: ErrorCode, text: string, extras: FailureExtras = {}): ToolResult {
  return { success: false, error, text, retryable: isRetryable(error), ...extras };
}

export const failed = (error: ErrorCode, text: string, extras?: FailureExtras): { ok: false; failure: ToolResult } => ({
  ok: false,
  failure: failure(error, text, extras),
});

/** The result of a call that was cut off, with what it had said until then. */
export function abortedResult(reason: AbortReason, soFar = ''): ToolResult {
  const text = soFar === '' ? reason.message : `${soFar}\n${reason.message}`;
  return reason.kind === 'timeout' ? failure('TIMEOUT', text) : failure('ABORTED', text);
}
