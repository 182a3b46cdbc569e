import type { FileLedger, ShellState, FileCache } from '@/lib/ports';
import { z } from 'zod';
import type { KeyValue } from './database';

/** What tools remember from one call of a thread to the next. */
export interface ThreadMemory {
  ledger: ThreadLedger;
  shell: ShellState;
  save(): Promise<void>;
}

export async function openThreadMemory(table: KeyValue, threadId: string, workdir: string): Promise<ThreadMemory> {
  const ledger = await openFileLedger(table, threadId);
  const shell = await loadShellState(table, threadId, workdir);
  let stored = JSON.stringify(shell);
  return {
    ledger,
    shell,
    async save() {
      await ledger.flush();
      // After every call, most of which leave the shell as it was.
      const now = JSON.stringify(shell);
      if (now === stored) return;
      stored = now;
      await saveShellState(table, threadId, shell);
    },
  };
}

const EntriesSchema = z.record(z.string(), z.string());

interface ThreadLedger extends FileLedger {
  /** Resolves when everything that was recorded is stored. */
  flush(): Promise<void>;
}

/** What a thread has read, as stored by the last tab that ran it. */
export async function openFileLedger(table: KeyValue, threadId: string): Promise<ThreadLedger> {
  const key = `ledger:${threadId}`;
  const stored = EntriesSchema.safeParse(await table.get(key));
  const entries = new Map(Object.entries(stored.success ? stored.data : {}));
  let dirty = false;
  return {
    seen: (path) => entries.get(path),
    record(path, hash) {
      dirty ||= entries.get(path) !== hash;
      entries.set(path, hash);
    },
    forget(path) {
      dirty = entries.delete(path) || dirty;
    },
    async flush() {
      if (!dirty) return;
      dirty = false;
      await table.put(key, Object.fromEntries(entries));
    },
  };
}

const ShellStateSchema = z.object({ cwd: z.string(), env: z.record(z.string(), z.string()) });

/** The shell's folder and environment as the thread left them, or `workdir` and an empty environment. */
export async function loadShellState(table: KeyValue, threadId: string, workdir: string): Promise<ShellState> {
  const stored = ShellStateSchema.safeParse(await table.get(`shell:${threadId}`));
  return stored.success ? stored.data : { cwd: workdir, env: {} };
}

export const saveShellState = (table: KeyValue, threadId: string, { cwd, env }: ShellState): Promise<void> =>
  table.put(`shell:${threadId}`, { cwd, env });

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
