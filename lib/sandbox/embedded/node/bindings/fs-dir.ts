// oxlint-disable no-useless-call -- Node's callbacks are called on their handle
import type { Guest } from '../guest';
import { isCallback, type Binding } from './binding';
import { complete, Handle } from './handle';
import { UV_TYPES } from './stats';
import { uvError } from './uv';

type Entries = (string | number)[];

/** `internalBinding('fs_dir')`. */
export function fsDir(guest: Guest): Binding {
  class DirHandle extends Handle {
    #rest: Entries | null;

    constructor(entries: Entries) {
      super();
      this.#rest = entries.length > 0 ? entries : null;
    }

    read(_encoding: unknown, _size: unknown, request: object | undefined): Entries | null | undefined {
      const entries = this.#rest;
      this.#rest = null;
      if (!request) return entries;
      complete(request, null, entries);
      return undefined;
    }

    override close(request?: unknown): void {
      if (typeof request === 'object' && request !== null) complete(request, null);
    }
  }
  /** Node's own synchronous error names no folder. */
  const open = (path: string, named?: string): DirHandle => {
    try {
      return new DirHandle(guest.sys.list(guest.path(path)).flatMap(({ name, type }) => [name, UV_TYPES[type]]));
    } catch (error) {
      throw uvError(String(Object(error).code), 'opendir', named);
    }
  };
  return {
    DirHandle,
    opendirSync: (path: string) => open(path),
    opendir(path: string, _encoding: unknown, request: object | undefined) {
      if (!request) return open(path, path);
      try {
        complete(request, null, open(path, path));
      } catch (error) {
        complete(request, error);
      }
      return undefined;
    },
  };
}

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
            this.run(() => isCallback(this.onchange) && void this.onchange.call(this, 0, type, key)),
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

const realSetInterval = globalThis.setInterval.bind(globalThis);
const realClearInterval = globalThis.clearInterval.bind(globalThis);
