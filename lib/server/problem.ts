import type { Problem } from '@/lib/protocol';

/** A refusal as every route gives it. */
export const problemResponse = (status: number, problem: Problem): Response =>
  Response.json(problem, { status, headers: { 'cache-control': 'no-store' } });
