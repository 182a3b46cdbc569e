import { ModelError } from '@/lib/models/model';

/** Default number of attempts at one model turn, the first included. */
export const ATTEMPTS = 5;
const BASE_MS = 500;
const MAX_MS = 30_000;

/**
 * How long to wait before attempt `attempt + 1`, in milliseconds; undefined if another attempt is no use. The provider's own
 * `retry-after` is used unless it is over `MAX_MS`, in which case there is no retry.
 */
export function retryDelay(error: ModelError, attempt: number, attempts = ATTEMPTS): number | undefined {
  if (!error.retry || attempt >= attempts) return undefined;
  const asked = error.retry.afterMs;
  if (asked !== undefined) return asked <= MAX_MS ? asked : undefined;
  return Math.min(MAX_MS, BASE_MS * 2 ** (attempt - 1));
}

/** Whatever a model adapter threw, as an error with a code: a bug in an adapter must not lose the thread. */
export function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  return new ModelError('SERVER_ERROR', error instanceof Error ? error.message : 'The model failed.');
}
