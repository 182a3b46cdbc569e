import type { ShellState } from '@/lib/ports';
import { loadShellState, openFileLedger, saveShellState, type KeyValue, type ThreadLedger } from '@/lib/stores';

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
