import { inspect } from 'node-inspect-extracted';
import type { Guest } from './guest';

/** A promise was rejected and nobody handled it: the program is told, or it ends with exit code 1. */
export function tellRejection(
  guest: { fatal: Guest['fatal']; loop: Pick<Guest['loop'], 'run'> },
  process: { listenerCount(event: string): number; emit(event: string, ...args: unknown[]): boolean },
  { reason, promise }: Pick<PromiseRejectionEvent, 'reason' | 'promise'>,
): void {
  if (process.listenerCount('unhandledRejection') > 0) {
    guest.loop.run(() => void process.emit('unhandledRejection', reason, promise));
    return;
  }
  guest.fatal(reason instanceof Error ? reason : rejectedWith(reason), 'unhandledRejection');
}

/** What Node throws for a promise that was rejected with something that is no error. */
const rejectedWith = (reason: unknown): Error =>
  Object.assign(
    new Error(
      'This error originated either by throwing inside of an async function without a catch block, or by rejecting a ' +
        `promise which was not handled with .catch(). The promise rejected with the reason "${inspect(reason)}".`,
    ),
    { name: 'UnhandledPromiseRejection', code: 'ERR_UNHANDLED_REJECTION' },
  );
