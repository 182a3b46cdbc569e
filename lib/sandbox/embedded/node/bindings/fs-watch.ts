// oxlint-disable no-useless-call -- Node's callbacks are called on their handle
import type { NodeProgram } from '../program';
import { isCallback, type Binding } from '../binding';
import { Handle } from './handle';
import { FIELDS, noNumbers, statNumbers } from './stats';
import type { Stat } from '../../protocol/sys-client';
import { errnoOf } from './uv';

/** `internalBinding('fs_event_wrap')`, over the kernel's word of what changes. */
export function fsEvents(program: NodeProgram): Binding {
  let last = 0;

  class FSEvent extends Handle {
    onchange: unknown = undefined;
    initialized = false;
    #id = 0;

    start(name: string, persistent: boolean, recursive: boolean): number {
      let path: string;
      try {
        path = program.sys.realpath(program.path(name));
      } catch (error) {
        return errnoOf(String(Object(error).code));
      }
      const own = path.slice(path.lastIndexOf('/') + 1);
      this.#id = ++last;
      program.watchers.set(this.#id, (type, changed) => {
        const short = changed === path ? own : changed.slice(path === '/' ? 1 : path.length + 1);
        if (short.includes('/') && !recursive) return;
        program.loop.enter(() =>
          this.run(() => !this.closed && isCallback(this.onchange) && void this.onchange.call(this, 0, type, short)),
        );
      });
      program.post({ t: 'watch', id: this.#id, path });
      this.initialized = true;
      this.setActive(true);
      if (!persistent) this.unref();
      return 0;
    }

    protected override stop(): void {
      this.initialized = false;
      program.watchers.delete(this.#id);
      program.post({ t: 'unwatch', id: this.#id });
    }
  }
  return { FSEvent };
}

/** The handle of `fs.watchFile`: polls a file's stat. */
export function statWatcher(program: NodeProgram) {
  return class StatWatcher extends Handle {
    onchange: unknown = undefined;
    readonly #big: boolean;
    #timer: ReturnType<typeof setInterval> | undefined;

    constructor(big: boolean) {
      super();
      this.#big = big;
    }

    start(name: string, interval: number): number {
      const path = program.path(name);
      const look = () => {
        try {
          return program.sys.stat(path);
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
        program.loop.enter(() =>
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
