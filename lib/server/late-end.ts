import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/**
 * The same connections, whose end is told once it can be taken. If a server closes one while the rest of its answer waits
 * for a slow reader, undici fails with an assertion that nobody can catch, and the process ends (nodejs/undici#5360; fixed
 * for newer Nodes only). They have to be `allowHalfOpen`, since a closed one has nothing to wait for.
 */
export const endingLate =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) callback(error, null);
      else callback(null, tellEndLate(socket));
    });

function tellEndLate<T extends Socket>(socket: T): T {
  const tell = socket.emit.bind(socket);
  const take = socket.read.bind(socket);
  let waiting = false;
  const end = (): boolean => {
    if (socket.destroyed) return false;
    try {
      return tell('end');
    } catch (error) {
      if (!isAssertion(error)) throw error;
      waiting = true;
      return true;
    }
  };
  /** Who reads again may be ready for the end. */
  const read = (size?: number): unknown => {
    if (waiting) setImmediate(end);
    waiting = false;
    return take(size);
  };
  const emit = (event: string, ...args: unknown[]): boolean => {
    if (event === 'end') return end();
    try {
      return tell(event, ...args);
    } catch (error) {
      if (event !== 'error' || !isAssertion(error)) throw error;
      // A reset counts as an end, too, unless it is told in other words.
      return tell('error', new Error('The connection was reset.', { cause: args[0] }));
    }
  };
  return Object.assign(socket, { emit, read });
}

const isAssertion = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_ASSERTION';
