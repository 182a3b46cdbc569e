import type { UserMessage } from '@ag-ui/core';
import { nextSaid } from '@/lib/cassettes';
import type { AgentMessage, MailboxStore } from '@/lib/ports';
import { inboxMessageText, type ThreadState } from '@/lib/protocol';
import type { Inbox } from '../thread/inbox';
import type { Wait } from '../thread/wait';

/** How long a replay waits for an inbox message that its recording has at this point, milliseconds: it may never be sent. */
export const INBOX_PATIENCE_MS = 30_000;

export interface InboxOptions {
  /** Undefined if there is no mailbox. */
  mailbox: MailboxStore | undefined;
  reader: string;
  /** The name of an agent. */
  nameOf: (id: string) => string;
  /** Whether messages may start a run of an idle agent. */
  wake: () => boolean;
  /** Whether a recording plays the model. */
  replays: () => boolean;
  wait: Wait;
}

/**
 * The messages that wait for an agent, as messages of its thread. They keep their ids, so that none is read twice. Agents differ
 * in speed from run to run, so an agent that replays a recording hears messages where the recording has them, once all of them
 * are there.
 */
export function inboxFor(options: InboxOptions): Inbox {
  const { mailbox, reader, nameOf, wake, replays, wait } = options;
  /** The recorded turn before which it no longer waits for missing messages. */
  let givenUp: number | undefined;

  /** The messages that the recording has here; undefined if nothing is replayed. */
  function due(thread: ThreadState) {
    if (!thread.cassette || !replays()) return undefined;
    const { words, inbox } = nextSaid(thread.cassette, thread);
    const left = [...(mailbox?.waiting(reader) ?? [])];
    const here = inbox.flatMap((name) => {
      const index = left.findIndex(({ from }) => nameOf(from) === name);
      return index < 0 ? [] : left.splice(index, 1);
    });
    const missing = here.length < inbox.length && givenUp !== thread.turns.length;
    return { words, here: missing ? [] : here, missing };
  }

  const missing = (thread: ThreadState): boolean => due(thread)?.missing ?? false;
  const asMessage = ({ id, from, text }: AgentMessage): UserMessage => ({
    id,
    role: 'user',
    content: inboxMessageText({ from: nameOf(from), text }),
  });

  return {
    waiting: (thread) => (due(thread)?.here ?? mailbox?.waiting(reader) ?? []).map(asMessage),
    delivered(messages) {
      if (messages.length > 0) void mailbox?.read(messages.map(({ id }) => id));
    },
    // If the recording also has a prompt here, the messages come with it.
    wake: (thread) => wake() && due(thread)?.words === undefined,
    missing,
    async come(thread, signal) {
      if (!missing(thread)) return;
      const over = new AbortController();
      const unheard = mailbox?.subscribe(() => missing(thread) || over.abort());
      await wait(INBOX_PATIENCE_MS, AbortSignal.any([signal, over.signal]));
      unheard?.();
      if (!signal.aborted && !over.signal.aborted) givenUp = thread.turns.length;
    },
  };
}
