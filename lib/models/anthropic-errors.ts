import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { ModelError, type ModelErrorCode } from './model';

const RETRYABLE: ReadonlySet<ModelErrorCode> = new Set([
  'RATE_LIMITED',
  'OVERLOADED',
  'SERVER_ERROR',
  'NETWORK_ERROR',
  'STREAM_BROKEN',
]);

/** Whatever the SDK threw, as an error with a code. `streaming`: after the reply had begun. */
export function toModelError(error: unknown, streaming: boolean): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIConnectionError)
    return fault(streaming ? 'STREAM_BROKEN' : 'NETWORK_ERROR', messageOf(error));
  if (error instanceof APIError) {
    const status: unknown = error.status;
    const code = typeof status === 'number' ? codeOfStatus(status) : codeOfType(error.type);
    return fault(
      code,
      error.apiMessage ?? messageOf(error),
      waitOf(error.headers),
      typeof status === 'number' ? status : undefined,
    );
  }
  return fault(streaming ? 'STREAM_BROKEN' : 'NETWORK_ERROR', messageOf(error));
}

export const fault = (code: ModelErrorCode, message: string, afterMs?: number, status?: number): ModelError =>
  new ModelError(code, message, RETRYABLE.has(code) && (afterMs === undefined ? {} : { afterMs }), status);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function codeOfStatus(status: number): ModelErrorCode {
  if (status === 401 || status === 403) return 'KEY_REFUSED';
  if (status === 429) return 'RATE_LIMITED';
  if (status === 529) return 'OVERLOADED';
  if (status === 408) return 'NETWORK_ERROR';
  return status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST';
}

/** An error event inside a stream has a type and no status. */
function codeOfType(type: string | null): ModelErrorCode {
  switch (type) {
    case 'overloaded_error':
      return 'OVERLOADED';
    case 'rate_limit_error':
      return 'RATE_LIMITED';
    case 'authentication_error':
    case 'permission_error':
      return 'KEY_REFUSED';
    case 'invalid_request_error':
    case 'not_found_error':
    case 'request_too_large':
      return 'BAD_REQUEST';
    case null:
      return 'STREAM_BROKEN';
    default:
      return 'SERVER_ERROR';
  }
}

/** What the provider asks to wait, milliseconds. */
function waitOf(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const after = headers?.get('retry-after');
  if (after === undefined || after === null) return undefined;
  const seconds = Number(after);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
