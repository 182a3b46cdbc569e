import type { z } from 'zod';

/** Why the server refused or failed. `code` is the server's own, such as `URL_REFUSED` or `NETWORK_ERROR`. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  constructor(
    readonly code: string,
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** What tools request from the server: `POST /api/services/<name>`, JSON both ways. */
export interface Services {
  /** The validated answer. Rejects with a `ServiceError`, or with the signal's reason. */
  post<T>(name: string, body: unknown, answer: z.ZodType<T>, signal: AbortSignal): Promise<T>;
}
