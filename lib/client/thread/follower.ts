import type { SessionSnapshot } from './session-snapshot';
import { tailThread, type TailOptions } from './tail';

export type FollowerOptions = Omit<TailOptions, 'onConnection'> & { onChange: () => void };

/** The connection over which a thread's log comes, while there is one. */
export interface Follower {
  readonly on: boolean;
  readonly connection: SessionSnapshot['connection'];
  start(): void;
  stop(): void;
}

export function createFollower({ signal, onChange, ...options }: FollowerOptions): Follower {
  let following: AbortController | undefined;
  let connection: SessionSnapshot['connection'] = 'off';
  return {
    get on() {
      return following !== undefined;
    },
    get connection() {
      return connection;
    },
    start() {
      if (following || signal.aborted) return;
      following = new AbortController();
      void tailThread({
        ...options,
        signal: AbortSignal.any([signal, following.signal]),
        onConnection(next) {
          connection = next;
          onChange();
        },
      });
    },
    stop() {
      following?.abort();
      following = undefined;
      connection = 'off';
    },
  };
}
