import { ModelError } from '@/lib/models/model';

/** Attempts at one model turn, the first included, where nobody says otherwise. */
export const ATTEMPTS = 5;
const BASE_MS = 500;
const MAX_MS = 30_000;

/**
 * How long to wait before attempt `attempt + 1`, milliseconds; undefined where trying again is no use. The provider's
 * own `retry-after` counts, unless it asks for more than `MAX_MS`.
 */
export function retryDelay(error: ModelError, attempt: number, attempts = ATTEMPTS): number | undefined {
  if (!error.retry || attempt >= attempts) return undefined;
  const asked = error.retry.afterMs;
  if (asked !== undefined) return asked <= MAX_MS ? asked : undefined;
  return Math.min(MAX_MS, BASE_MS * 2 ** (attempt - 1));
}

/** Whatever a model adapter threw, as an error with a code. An adapter's own bug is no reason to lose the thread. */
export function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  return new ModelError('SERVER_ERROR', error instanceof Error ? error.message : 'The model failed.');
}
