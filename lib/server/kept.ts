import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '@/lib/threads';
import type { LimitName, LimitValue, Who } from './limiter';
import { LIMITS } from './limits.mjs';
import { problemResponse } from './problem';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Threads removed in one step, and how long others have their turn then, milliseconds. */
const STEP = 10;
const PAUSE_MS = 50;

/** The refusal of a post that would have more kept of a session than may be; undefined where there is room. */
export async function noRoom(
  log: EventLog,
  threadId: string,
  { owner }: Who,
  limit: LimitValue,
): Promise<Response | undefined> {
  const { threads, bytes } = await log.usage(owner);
  if (bytes >= limit('TOOLYARD_SESSION_BYTES')) return full('TOOLYARD_SESSION_BYTES', limit);
  const isNew = threads >= limit('TOOLYARD_SESSION_THREADS') && !(await log.find(threadId, owner));
  return isNew ? full('TOOLYARD_SESSION_THREADS', limit) : undefined;
}

function full(name: LimitName, limit: LimitValue): Response {
  const message = `No more is kept for this session: at most ${limit(name)} ${LIMITS[name].what} (${name}). Nothing was lost.`;
  return problemResponse(403, { code: 'NO_ROOM', message });
}

/** The answer about a thread that was removed for its age. */
export const goneThread = (days: number | undefined): Response =>
  problemResponse(410, {
    code: 'GONE',
    message: `This thread was removed: nothing had been added to it for ${days ?? 'many'} days (TOOLYARD_KEEP_DAYS).`,
  });

/** Removes threads that are older than `days`, now and each hour, a few at a time. */
export function keepFor(days: number, log: EventLog, now: () => number): void {
  const prune = async (): Promise<void> => {
    while ((await log.prune(now() - days * DAY_MS, STEP)) === STEP) await sleep(PAUSE_MS);
  };
  // What cannot be removed now is tried again in an hour.
  const quietly = (): void => void prune().catch(() => undefined);
  quietly();
  setInterval(quietly, HOUR_MS).unref();
}
