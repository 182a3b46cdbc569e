import type { Problem } from '@/lib/protocol';
import type { OverLimit } from './limiter';
import { LIMITS } from './limits.mjs';

/** An error response, in the form that all routes use. */
export const problemResponse = (status: number, problem: Problem): Response =>
  Response.json(problem, { status, headers: { 'cache-control': 'no-store' } });

/** The response to a request over a limit. */
export function tooMany({ limit, retryAfter }: OverLimit, value: number): Response {
  const message = `Too much: at most ${value} ${LIMITS[limit].what} (${limit}). Come again in ${retryAfter} s.`;
  const response = problemResponse(429, { code: 'TOO_MANY', message });
  response.headers.set('retry-after', String(retryAfter));
  return response;
}
