import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { z } from 'zod';
import type { ModelError, ModelErrorCode } from './model';
import { causeOf, codeOfRefusal, issue, providerMessageOf, waitOf } from './provider-errors';

/** What the provider says itself, where it is text. */
const Said = z.string();

/** Whatever the SDK threw, as an error with a code. `streaming`: after the reply had begun. */
export function anthropicModelError(error: unknown, streaming: boolean): ModelError {
  const own = causeOf(error);
  if (own) return own;
  if (error instanceof APIConnectionError)
    return issue(streaming ? 'STREAM_BROKEN' : 'NETWORK_ERROR', providerMessageOf(error));
  if (error instanceof APIError) {
    const status: unknown = error.status;
    const said = Said.safeParse(error.apiMessage).data ?? providerMessageOf(error);
    const code = typeof status === 'number' ? codeOfRefusal(status, said) : codeOfType(error.type);
    return issue(code, said, waitOf(error.headers, said), typeof status === 'number' ? status : undefined);
  }
  return issue(streaming ? 'STREAM_BROKEN' : 'NETWORK_ERROR', providerMessageOf(error));
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
