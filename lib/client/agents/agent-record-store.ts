import { openPersisted, type KeyValue } from '@/lib/stores';
import { z } from 'zod';
import { AgentRecordSchema, type AgentRecord } from './agent-record';

/** The records of a thread's sub-agents, in the order in which they were first started; kept in this browser. */
export interface AgentRecordStore {
  readonly all: readonly AgentRecord[];
  find(idOrName: string): AgentRecord | undefined;
  nameOf(id: string): string;
  /** Adds a record, or puts it in the place of the one before. Resolves when it is kept. */
  put(record: AgentRecord): Promise<void>;
  change(id: string, change: Partial<AgentRecord>): void;
  /** An id that no record has, and none of the `taken`. */
  newId(taken: readonly { id: string }[]): string;
  subscribe(listener: () => void): void;
}

/** Opens them. While another tab runs the thread, and once the signal aborts, nothing is written. */
export async function openAgentRecords(
  table: KeyValue,
  threadId: string,
  signal: AbortSignal,
): Promise<AgentRecordStore> {
  const kept = await openPersisted<readonly AgentRecord[]>(table, `agents:${threadId}`, z.array(AgentRecordSchema), []);
  let named = kept.value.length;
  const set = async (records: readonly AgentRecord[]) => {
    if (!table.watching && !signal.aborted) await kept.set(records);
  };
  return {
    get all() {
      return kept.value;
    },
    find: (idOrName) => kept.value.findLast(({ id, name }) => id === idOrName || name === idOrName),
    nameOf: (id) => kept.value.find((record) => record.id === id)?.name ?? id,
    async put(record) {
      const known = kept.value.some(({ id }) => id === record.id);
      await set(known ? kept.value.map((other) => (other.id === record.id ? record : other)) : [...kept.value, record]);
    },
    change(id, change) {
      void set(kept.value.map((record) => (record.id === id ? { ...record, ...change } : record)));
    },
    newId(taken) {
      for (;;) {
        const id = `agent-${++named}`;
        if (![...kept.value, ...taken].some((other) => other.id === id)) return id;
      }
    },
    subscribe: (listener) => void kept.subscribe(listener),
  };
}
