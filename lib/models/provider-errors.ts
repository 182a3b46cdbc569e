import { ModelError, type ModelErrorCode } from './model';

const RETRYABLE: ReadonlySet<ModelErrorCode> = new Set([
  'RATE_LIMITED',
  'OVERLOADED',
  'SERVER_ERROR',
  'NETWORK_ERROR',
  'STREAM_BROKEN',
]);

/** A provider's failure; whether trying again may help follows from its code. */
export const fault = (code: ModelErrorCode, message: string, afterMs?: number, status?: number): ModelError =>
  new ModelError(code, message, RETRYABLE.has(code) && (afterMs === undefined ? {} : { afterMs }), status);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function codeOfStatus(status: number): ModelErrorCode {
  if (status === 401 || status === 403) return 'KEY_REFUSED';
  if (status === 429) return 'RATE_LIMITED';
  if (status === 529) return 'OVERLOADED';
  if (status === 408) return 'NETWORK_ERROR';
  return status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST';
}

/** What the provider asks to wait, milliseconds. */
export function waitOf(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const after = headers?.get('retry-after');
  if (after === undefined || after === null) return undefined;
  const seconds = Number(after);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
