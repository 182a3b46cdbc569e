import { APIConnectionError, APIError } from 'openai';
import { z } from 'zod';
import { ModelError, type ModelErrorCode } from './model';
import { codeOfStatus, fault, messageOf, waitOf } from './provider-errors';

/** What the provider says itself; the client puts the status before it. */
const Said = z.object({ message: z.string() });

/** Whatever the SDK threw, as an error with a code. `streaming`: after the reply had begun. */
export function toModelError(error: unknown, streaming: boolean): ModelError {
  if (error instanceof ModelError) return error;
  const lost: ModelErrorCode = streaming ? 'STREAM_BROKEN' : 'NETWORK_ERROR';
  if (error instanceof APIConnectionError) return fault(lost, messageOf(error));
  if (!(error instanceof APIError)) return fault(lost, messageOf(error));
  const status: unknown = error.status;
  const said = Said.safeParse(error.error).data?.message ?? messageOf(error);
  // An error inside a stream has no status.
  if (typeof status !== 'number') return fault('SERVER_ERROR', said);
  return fault(codeOfStatus(status), said, waitOf(error.headers), status);
}
