import type { Who } from '../../limiter';
import { Channel } from './channel';

/** The open channels of this process, by session and id. */
export class Channels {
  readonly #open = new Map<string, Channel>();

  /** Opens a channel with an id that the session's tab chose; it replaces an earlier one of that id. */
  open({ owner }: Who, id: string, heartbeatMs: number, onEnd: () => void): Channel {
    const key = keyOf(owner, id);
    const channel = new Channel(heartbeatMs, () => {
      if (this.#open.get(key) === channel) this.#open.delete(key);
      onEnd();
    });
    this.#open.set(key, channel);
    return channel;
  }

  find({ owner }: Who, id: string): Channel | undefined {
    return this.#open.get(keyOf(owner, id));
  }
}

const keyOf = (owner: string, id: string): string => `${owner} ${id}`;
