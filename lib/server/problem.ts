import type { Problem } from '@/lib/protocol';

/** An error response, in the form that all routes use. */
export const problemResponse = (status: number, problem: Problem): Response =>
  Response.json(problem, { status, headers: { 'cache-control': 'no-store' } });
