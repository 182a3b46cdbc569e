import type { Problem } from '@/lib/protocol';

/** An error response, in the form that all routes use. `retryAfter`: when to ask again, in seconds. */
export const problemResponse = (status: number, problem: Problem, retryAfter?: number): Response =>
  Response.json(problem, {
    status,
    headers: { 'cache-control': 'no-store', ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
  });
