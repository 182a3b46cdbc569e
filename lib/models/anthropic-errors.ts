import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { ModelError, type ModelErrorCode } from './model';
import { codeOfStatus, fault, messageOf, waitOf } from './provider-errors';

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
