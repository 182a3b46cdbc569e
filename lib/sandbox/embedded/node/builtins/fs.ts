import { Buffer } from 'buffer';
import { Readable, Writable } from 'readable-stream';
import { invalidType } from '../argument-errors';
import type { Guest } from '../guest';
import { fsDescriptors } from './fs-descriptors';
import { Dirent, fsSync, Stats } from './fs-sync';

type Callback = (error: unknown, value?: unknown) => void;

/** `node:fs`: callbacks, promises and streams, all over the synchronous calls. */
export function makeFs(guest: Guest) {
  const sync = fsSync(guest);
  const callbacks: Record<string, unknown> = {};
  const promises: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(sync)) {
    const base = name.replace(/Sync$/, '');
    const perform: (...args: unknown[]) => unknown = (...args) => Reflect.apply(call, sync, args);
    promises[base] = async (...args: unknown[]) => perform(...args);
    callbacks[base] = (...args: unknown[]) => {
      const callback = args.pop();
      if (typeof callback !== 'function') throw invalidType('cb', 'of type function', callback);
      later(
        guest,
        base === 'exists' ? (_: unknown, value: unknown) => callback(value) : (error, value) => callback(error, value),
        () => perform(...args),
      );
    };
  }
  const constants = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, COPYFILE_EXCL: 1 };
  return {
    ...callbacks,
    ...sync,
    ...fsDescriptors(guest, sync),
    constants,
    ...constants,
    Stats,
    Dirent,
    promises: { ...promises, constants },
    createReadStream: (name: unknown, options?: unknown) => {
      const stream = new Readable({
        read() {
          try {
            this.push(sync.readFileSync(name, typeof options === 'string' ? options : undefined));
            this.push(null);
          } catch (error) {
            this.destroy(error instanceof Error ? error : new Error(String(error)));
          }
        },
      });
      return stream;
    },
    createWriteStream: (name: unknown, options?: { flags?: string }) => {
      if (!options?.flags?.startsWith('a')) sync.writeFileSync(name, '');
      return new Writable({
        write(chunk: unknown, _encoding, done) {
          try {
            sync.appendFileSync(name, chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk)));
            done();
          } catch (error) {
            done(error instanceof Error ? error : new Error(String(error)));
          }
        },
      });
    },
  };
}

function later(guest: Guest, callback: Callback, work: () => unknown): void {
  let error: unknown = null;
  let value: unknown;
  try {
    value = work();
  } catch (caught) {
    error = caught;
  }
  guest.loop.globals.setImmediate(() => (error ? callback(error) : callback(null, value)));
}
