import { APIConnectionError, APIError } from 'openai';
import { z } from 'zod';
import type { ModelError, ModelErrorCode } from './model';
import { causeOf, codeOfRefusal, issue, providerMessageOf, waitOf } from './provider-errors';

/** What the provider says itself; the client puts the status before it. */
const Said = z.object({ message: z.string() });

/** Whatever the SDK threw, as an error with a code. `streaming`: after the reply had begun. */
export function openaiModelError(error: unknown, streaming: boolean): ModelError {
  const own = causeOf(error);
  if (own) return own;
  const lost: ModelErrorCode = streaming ? 'STREAM_BROKEN' : 'NETWORK_ERROR';
  if (error instanceof APIConnectionError) return issue(lost, providerMessageOf(error));
  if (!(error instanceof APIError)) return issue(lost, providerMessageOf(error));
  const status: unknown = error.status;
  const said = Said.safeParse(error.error).data?.message ?? providerMessageOf(error);
  // An error inside a stream has no status.
  if (typeof status !== 'number') return issue('SERVER_ERROR', said);
  return issue(codeOfRefusal(status, said), said, waitOf(error.headers, said), status);
}
