import type { AgentMessage, MailboxStore } from '@/lib/ports';
import { z } from 'zod';
import { openPersisted } from './persisted';
import type { KeyValue } from './database';

/** Messages of one thread that are kept. Beyond that, the oldest ones that were read are dropped first. */
const KEPT_MESSAGES = 300;

const MessagesSchema = z.array(
  z.object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    text: z.string(),
    sentAt: z.number(),
    readAt: z.number().optional(),
  }),
);

/** The messages between a thread's agents, kept in this browser. */
export async function openMailbox(table: KeyValue, threadId: string, now: () => number): Promise<MailboxStore> {
  const kept = await openPersisted<readonly AgentMessage[]>(table, `mail:${threadId}`, MessagesSchema, []);
  return {
    get value() {
      return kept.value;
    },
    subscribe: kept.subscribe,
    async send(message) {
      const sent = { ...message, id: crypto.randomUUID(), sentAt: now() };
      await kept.set(withRoom([...kept.value, sent]));
      return sent;
    },
    waiting: (reader) => kept.value.filter(({ to, readAt }) => to === reader && readAt === undefined),
    async read(ids) {
      const readAt = now();
      await kept.set(kept.value.map((message) => (ids.includes(message.id) ? { ...message, readAt } : message)));
    },
  };
}

function withRoom(messages: readonly AgentMessage[]): readonly AgentMessage[] {
  const surplus = messages.length - KEPT_MESSAGES;
  if (surplus <= 0) return messages;
  const oldest = new Set(messages.filter(({ readAt }) => readAt !== undefined).slice(0, surplus));
  return messages.filter((message) => !oldest.has(message));
}
