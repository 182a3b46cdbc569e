import type { FileLedger, ShellState } from '@/lib/ports';
import { z } from 'zod';
import type { KeyValue } from './key-value';

/** What tools remember from one call of a thread to the next. */
export interface ThreadMemory {
  ledger: ThreadLedger;
  shell: ShellState;
  save(): Promise<void>;
}

export async function openThreadMemory(table: KeyValue, threadId: string, workdir: string): Promise<ThreadMemory> {
  const ledger = await openFileLedger(table, threadId);
  const shell = await loadShellState(table, threadId, workdir);
  return {
    ledger,
    shell,
    async save() {
      await ledger.flush();
      await saveShellState(table, threadId, shell);
    },
  };
}

const EntriesSchema = z.record(z.string(), z.string());

export interface ThreadLedger extends FileLedger {
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
