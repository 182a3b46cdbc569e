import { tailThread, type TailOptions } from './tail';

/** The connection over which a thread's log comes, while there is one. */
export interface Follower {
  start(): void;
  stop(): void;
}

export function createFollower({ signal, ...options }: TailOptions): Follower {
  let following: AbortController | undefined;
  return {
    start() {
      if (following || signal.aborted) return;
      following = new AbortController();
      void tailThread({ ...options, signal: AbortSignal.any([signal, following.signal]) });
    },
    stop() {
      following?.abort();
      following = undefined;
    },
  };
}
