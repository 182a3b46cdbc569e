import type { FileCache } from '@/lib/ports';

/** Maximum size of all cached files together, bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Milliseconds for which a changed file counts as still changing: clocks cannot tell two changes in one tick apart. */
const SETTLED_AFTER_MS = 1000;

interface Entry {
  readonly mtimeMs: number;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** Files of one sandbox as last read; the least recently read are evicted first. */
export function createFileCache(now: () => number, keptBytes = KEPT_BYTES): FileCache {
  const entries = new Map<string, Entry>();
  let held = 0;
  const forget = (path: string): void => {
    held -= entries.get(path)?.bytes.length ?? 0;
    entries.delete(path);
  };
  return {
    get(path, { mtimeMs, size }) {
      const entry = entries.get(path);
      if (!entry || entry.mtimeMs !== mtimeMs || entry.size !== size) return undefined;
      entries.delete(path);
      entries.set(path, entry);
      return entry.bytes;
    },
    set(path, { mtimeMs, size }, bytes) {
      forget(path);
      if (bytes.length !== size || size > keptBytes || now() - mtimeMs < SETTLED_AFTER_MS) return;
      entries.set(path, { mtimeMs, size, bytes });
      held += bytes.length;
      for (const oldest of entries.keys()) {
        if (held <= keptBytes) break;
        forget(oldest);
      }
    },
    forget,
  };
}
