import type { ToolMessage } from '@ag-ui/core';
import { ToolMessageSchema } from '@ag-ui/core/schemas';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';

const EntrySchema = z.object({
  callId: z.string(),
  argsHash: z.string(),
  /** The result, once there is one; kept until the log has it. */
  message: ToolMessageSchema.optional(),
});
type Entry = z.infer<typeof EntrySchema>;

/** What the journal knows about a call that has no result in the log yet. */
type Recollection =
  | { kind: 'untouched' }
  /** It ran to its end; only the result was not posted. */
  | { kind: 'finished'; message: ToolMessage }
  /** It was running when its tab went away, and may have changed something. */
  | { kind: 'unknown' };

/** What this browser did with a thread's calls, written before and after each, so that no change is made twice. */
export interface Journal {
  read(): Promise<(callId: string, argsHash: string) => Recollection>;
  started(callId: string, argsHash: string): Promise<void>;
  finished(callId: string, argsHash: string, message: ToolMessage): Promise<void>;
  /** Drops entries whose results are in the log. */
  forget(isAnswered: (callId: string) => boolean): Promise<void>;
}

export function createJournal(table: KeyValue, threadId: string): Journal {
  const keyOf = (callId: string) => `${threadId}:${callId}`;
  return {
    async read() {
      const stored = new Map(await table.entries(keyOf('')));
      return (callId, argsHash) => {
        const entry = EntrySchema.safeParse(stored.get(keyOf(callId)));
        if (!entry.success || entry.data.argsHash !== argsHash) return { kind: 'untouched' };
        const { message } = entry.data;
        return message ? { kind: 'finished', message } : { kind: 'unknown' };
      };
    },
    async started(callId, argsHash) {
      await table.put(keyOf(callId), { callId, argsHash } satisfies Entry);
    },
    async finished(callId, argsHash, message) {
      await table.put(keyOf(callId), { callId, argsHash, message } satisfies Entry);
    },
    async forget(isAnswered) {
      const entries = await table.entries(keyOf(''));
      const keys = entries.map(([key]) => key).filter((key) => isAnswered(key.slice(keyOf('').length)));
      await Promise.all(keys.map((key) => table.delete(key)));
    },
  };
}
