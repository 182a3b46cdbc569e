import type { ToolMessage } from '@ag-ui/core';
import { ToolMessageSchema } from '@ag-ui/core/schemas';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';

const EntrySchema = z.object({
  callId: z.string(),
  argsHash: z.string(),
  readOnly: z.boolean(),
  startedAt: z.number(),
  /** The result, once there is one; kept until the log has it. */
  message: ToolMessageSchema.optional(),
});
type Entry = z.infer<typeof EntrySchema>;

/** What the journal knows about a call that has no result in the log yet. */
type Recollection =
  | { kind: 'untouched' }
  /** It ran to its end; only the result was not posted. */
  | { kind: 'finished'; message: ToolMessage }
  /** It was running when its tab went away. */
  | { kind: 'unknown'; readOnly: boolean };

/** What this browser did with a thread's calls, written before and after each, so that no call runs twice. */
export interface Journal {
  recall(callId: string, argsHash: string): Promise<Recollection>;
  started(call: { callId: string; argsHash: string; readOnly: boolean }): Promise<void>;
  finished(callId: string, argsHash: string, message: ToolMessage): Promise<void>;
  /** Drops entries whose results are in the log. */
  forget(isAnswered: (callId: string) => boolean): Promise<void>;
}

export function createJournal(table: KeyValue, threadId: string, now: () => number = Date.now): Journal {
  const keyOf = (callId: string) => `${threadId}:${callId}`;
  const load = async (callId: string): Promise<Entry | undefined> => {
    const entry = EntrySchema.safeParse(await table.get(keyOf(callId)));
    return entry.success ? entry.data : undefined;
  };
  return {
    async recall(callId, argsHash) {
      const entry = await load(callId);
      if (!entry || entry.argsHash !== argsHash) return { kind: 'untouched' };
      if (entry.message) return { kind: 'finished', message: entry.message };
      return { kind: 'unknown', readOnly: entry.readOnly };
    },
    async started(call) {
      await table.put(keyOf(call.callId), { ...call, startedAt: now() } satisfies Entry);
    },
    async finished(callId, argsHash, message) {
      const entry = (await load(callId)) ?? { callId, argsHash, readOnly: true, startedAt: now() };
      await table.put(keyOf(callId), { ...entry, message } satisfies Entry);
    },
    async forget(isAnswered) {
      const entries = await table.entries(keyOf(''));
      const keys = entries.map(([key]) => key).filter((key) => isAnswered(key.slice(keyOf('').length)));
      await Promise.all(keys.map((key) => table.delete(key)));
    },
  };
}
