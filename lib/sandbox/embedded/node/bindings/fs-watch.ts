// oxlint-disable no-useless-call -- Node's callbacks are called on their handle
import type { Guest } from '../guest';
import { isCallback, type Binding } from './binding';
import { Handle } from './handle';
import { FIELDS, noNumbers, statNumbers, type Stat } from './stats';

const INTERVAL = 60;

/** `internalBinding('fs_event_wrap')`: polls, since the kernel does not tell programs about changes. */
export function fsEvents(guest: Guest): Binding {
  class FSEvent extends Handle {
    onchange: unknown = undefined;
    initialized = false;
    #timer: ReturnType<typeof setInterval> | undefined;

    start(name: string, persistent: boolean, recursive: boolean): number {
      const path = guest.path(name);
      const look = () => {
        const found = new Map<string, string>();
        try {
          const top = guest.sys.stat(path);
          if (top.type !== 'directory')
            return found.set(path.slice(path.lastIndexOf('/') + 1), `${top.version} ${top.mtimeMs}`);
          for (const one of guest.sys.tree(path)) {
            const short = one.path.slice(path.length + 1);
            if (recursive || !short.includes('/'))
              found.set(short, `${one.type === 'file' ? one.version : 0} ${one.type === 'file' ? one.mtimeMs : 0}`);
          }
        } catch {
          // It is gone, so it has no entries.
        }
        return found;
      };
      if (!guest.sys.exists(path)) return -2;
      let before = look();
      this.initialized = true;
      this.setActive(true);
      if (!persistent) this.unref();
      this.#timer = realSetInterval(() => {
        const now = look();
        const events = [...now]
          .filter(([key, state]) => before.get(key) !== state)
          .map(([key]) => [before.has(key) ? 'change' : 'rename', key]);
        for (const key of before.keys()) if (!now.has(key)) events.push(['rename', key]);
        for (const [key] of now) if (!before.has(key)) events.push(['change', key]);
        before = now;
        for (const [type, key] of events)
          guest.loop.enter(() =>
            this.run(() => !this.closed && isCallback(this.onchange) && void this.onchange.call(this, 0, type, key)),
          );
      }, INTERVAL);
      return 0;
    }

    protected override stop(): void {
      this.initialized = false;
      realClearInterval(this.#timer);
    }
  }
  return { FSEvent };
}

/** The handle of `fs.watchFile`: polls a file's stat. */
export function statWatcher(guest: Guest) {
  return class StatWatcher extends Handle {
    onchange: unknown = undefined;
    readonly #big: boolean;
    #timer: ReturnType<typeof setInterval> | undefined;

    constructor(big: boolean) {
      super();
      this.#big = big;
    }

    start(name: string, interval: number): number {
      const path = guest.path(name);
      const look = () => {
        try {
          return guest.sys.stat(path);
        } catch {
          return undefined;
        }
      };
      let before = look();
      const tell = (now: typeof before) => {
        const numbers = [now, before].map((one) => (one ? statNumbers(one, this.#big) : noNumbers(this.#big)));
        const both = this.#big ? new BigInt64Array(FIELDS * 2) : new Float64Array(FIELDS * 2);
        numbers.forEach((one, index) => Reflect.apply(both.set, both, [one, index * FIELDS]));
        before = now;
        guest.loop.enter(() =>
          this.run(
            () => !this.closed && isCallback(this.onchange) && void this.onchange.call(this, now ? 0 : -2, both),
          ),
        );
      };
      this.setActive(true);
      if (!before) tell(before);
      this.#timer = realSetInterval(() => {
        const now = look();
        if (keyOf(now) !== keyOf(before)) tell(now);
      }, interval);
      return 0;
    }

    protected override stop(): void {
      realClearInterval(this.#timer);
    }
  };
}

const keyOf = (stat: Stat | undefined): string =>
  stat ? [stat.ino, stat.version, stat.mtimeMs, stat.mode, stat.size].join() : '';

const realSetInterval = globalThis.setInterval.bind(globalThis);
const realClearInterval = globalThis.clearInterval.bind(globalThis);
