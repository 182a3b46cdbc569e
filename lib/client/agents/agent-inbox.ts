import type { UserMessage } from '@ag-ui/core';
import { nextSaid } from '@/lib/cassettes';
import type { AgentMessage, MailboxStore } from '@/lib/ports';
import { inboxMessageText, type ThreadState } from '@/lib/protocol';
import type { Inbox } from '../thread/inbox';
import type { Wait } from '../thread/wait';

/** How long a replay waits for an inbox message that its recording has at a place, milliseconds: it may never be written. */
export const INBOX_PATIENCE_MS = 30_000;

export interface InboxOptions {
  /** Undefined where there is no mailbox. */
  mailbox: MailboxStore | undefined;
  reader: string;
  /** What agents are called. */
  nameOf: (id: string) => string;
  /** Whether they may set an agent to work that rests. */
  wake: () => boolean;
  /** Whether a recording is the model. */
  replays: () => boolean;
  wait: Wait;
}

/**
 * What waits for an agent, as messages of its thread. Their ids are the inbox messages' own, so that none is read twice. Who is faster
 * is new in each run: an agent that replays hears them where it heard them in the recording, and not before they are all there.
 */
export function inboxFor(options: InboxOptions): Inbox {
  const { mailbox, reader, nameOf, wake, replays, wait } = options;
  /** Before which of the recorded turns it waits for none any more. */
  let givenUp: number | undefined;

  /** What the recording has here; undefined where nothing is replayed. */
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
    // Words that the recording has here, too, come with them.
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
