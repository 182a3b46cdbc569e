import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '@/lib/threads';
import type { LimitName, LimitValue, Who } from './limiter';
import { LIMITS } from './limits.mjs';
import { problemResponse } from './problem';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Threads removed in one step, and the pause after it for other work, in milliseconds. */
const STEP = 10;
const PAUSE_MS = 50;

/**
 * The refusal of a post that would exceed the storage limits; undefined if there is room. `address` is the hashed form that
 * threads are stored with.
 */
export async function noRoom(
  log: EventLog,
  threadId: string,
  { owner, address }: Pick<Who, 'owner' | 'address'>,
  limit: LimitValue,
): Promise<Response | undefined> {
  const known = await log.find(threadId, owner);
  const ofSession = await log.usage({ owner });
  const ofAddress = await log.usage({ address });
  const counts: [LimitName, number][] = [
    ['TOOLYARD_SESSION_BYTES', ofSession.bytes],
    ['TOOLYARD_ADDRESS_BYTES', ofAddress.bytes],
    ['TOOLYARD_THREAD_BYTES', known?.bytes ?? 0],
  ];
  if (!known)
    counts.push(['TOOLYARD_SESSION_THREADS', ofSession.threads], ['TOOLYARD_ADDRESS_THREADS', ofAddress.threads]);
  const full = counts.find(([name, count]) => count >= limit(name));
  return full && refusal(full[0], limit);
}

function refusal(name: LimitName, limit: LimitValue): Response {
  const message = `No more is kept: at most ${limit(name)} ${LIMITS[name].what} (${name}). Nothing was lost.`;
  return problemResponse(403, { code: 'NO_ROOM', message });
}

/** The response for a thread that was removed because of its age. */
export const goneThread = (days: number | undefined): Response =>
  problemResponse(410, {
    code: 'GONE',
    message: `This thread was removed: nothing had been added to it for ${days ?? 'many'} days (TOOLYARD_KEEP_DAYS).`,
  });

/** Removes threads older than `days`, now and every hour, a few at a time. */
export function keepFor(days: number, log: EventLog, now: () => number): void {
  const prune = async (): Promise<void> => {
    while ((await log.prune(now() - days * DAY_MS, STEP)) === STEP) await sleep(PAUSE_MS);
  };
  // What cannot be removed now is tried again in an hour.
  const quietly = (): void => void prune().catch(() => undefined);
  quietly();
  setInterval(quietly, HOUR_MS).unref();
}
