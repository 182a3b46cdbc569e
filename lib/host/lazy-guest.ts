import type { GuestRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';

/** A guest runner that can be made ready before its first task. */
export interface WarmGuest extends GuestRunner {
  warm(): void;
}

/** A guest runner that is loaded by its first task, or beforehand by `warm`. */
export function createLazyGuest(load: () => Promise<WarmGuest>): WarmGuest {
  let loaded: Promise<WarmGuest> | undefined;
  const get = (): Promise<WarmGuest> => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
  let warmed = false;
  return {
    warm() {
      if (warmed) return;
      warmed = true;
      get().then(
        (guest) => guest.warm(),
        () => (warmed = false),
      );
    },
    async run(task, options) {
      let guest: WarmGuest;
      try {
        guest = await get();
      } catch (error) {
        return { ok: false, cause: 'unavailable', message: messageOf(error), log: '' };
      }
      return guest.run(task, options);
    },
  };
}
