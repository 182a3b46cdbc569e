import { CASSETTE_VERSION, emptyThread, inboxMessageText, type ThreadState } from '@/lib/protocol';
import { createMemoryStore, openMailbox } from '@/lib/stores';
import { describe, expect, it } from 'vitest';
import { wait } from '../wait';
import { inboxFor, INBOX_PATIENCE_MS } from './agent-tree';

describe('inbox messages', () => {
  const options = {
    reader: 'main',
    nameOf: (id: string) => `mole-${id}`,
    wake: () => true,
    replays: () => true,
    wait,
  };
  const never = new AbortController().signal;
  /** A replay that has had one turn, before the second of which the recording hears two inbox messages. */
  const replay = (words: readonly string[] = []): ThreadState => {
    const said = (text: string, from?: string) => ({ kind: 'said' as const, text, ...(from && { from }) });
    const usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
    const turn = { kind: 'turn' as const, model: 'm', stop: 'end' as const, usage, durationMs: 0, pieces: [] };
    const heard = [said('One', 'mole-a'), said('Two', 'mole-b'), ...words.map((text) => said(text))];
    const played = { ...usage, stop: 'end', model: 'm', cost: 0, startedAt: 0, endedAt: 0, runId: 'r' };
    return {
      ...emptyThread,
      messages: [
        { id: 'u', role: 'user', content: 'Go' },
        { id: 'm', role: 'assistant', content: 'Yes' },
      ],
      turns: [played],
      cassette: {
        toolyard: 'cassette',
        version: CASSETTE_VERSION,
        title: 'Go',
        recordedAt: '',
        options: {},
        entries: [said('Go'), turn, ...heard, turn],
      },
    };
  };

  it('of a replay are heard in the recorded order, and only once all of a place are there', async () => {
    const mailbox = await openMailbox(createMemoryStore(), 't', () => 5);
    const inbox = inboxFor({ ...options, mailbox });
    const thread = replay();
    let come = false;
    const coming = inbox.come(thread, never).then(() => (come = true));
    for (const from of ['c', 'b']) await mailbox.send({ from, to: 'main', text: from });
    expect([inbox.waiting(thread), inbox.missing(thread), come]).toEqual([[], true, false]);
    await mailbox.send({ from: 'a', to: 'main', text: 'a' });
    await coming;
    expect(inbox.missing(thread)).toBe(false);
    const text = (from: string) => inboxMessageText({ from: `mole-${from}`, text: from });
    expect(inbox.waiting(thread).map(({ content }) => content)).toEqual([text('a'), text('b')]);
    // Whoever takes over from the recording hears the third, too.
    expect(inboxFor({ ...options, mailbox, replays: () => false }).waiting(thread)).toHaveLength(3);
  });

  it('of a replay that are never written are not awaited for ever', async () => {
    const mailbox = await openMailbox(createMemoryStore(), 't', () => 5);
    await mailbox.send({ from: 'b', to: 'main', text: 'b' });
    const waited: number[] = [];
    const inbox = inboxFor({ ...options, mailbox, wait: async (ms) => void waited.push(ms) });
    const thread = replay();
    await inbox.come(thread, never);
    expect([waited, inbox.missing(thread), inbox.waiting(thread).length]).toEqual([[INBOX_PATIENCE_MS], false, 1]);
    const stopped = inboxFor({ ...options, mailbox });
    await stopped.come(thread, AbortSignal.abort());
    expect(stopped.missing(thread)).toBe(true);
  });

  it('of a replay wake nobody who is to hear a person with them', async () => {
    const inbox = inboxFor({ ...options, mailbox: undefined });
    expect([inbox.wake(replay()), inbox.wake(replay(['And now?']))]).toEqual([true, false]);
  });

  it('wait until they are read, come in order, and are there for the next page', async () => {
    const table = createMemoryStore();
    const mailbox = await openMailbox(table, 't', () => 5);
    await mailbox.send({ from: 'agent-1', to: 'main', text: 'One' });
    await mailbox.send({ from: 'main', to: 'agent-1', text: 'Other' });
    await mailbox.send({ from: 'agent-1', to: 'main', text: 'Two' });
    const again = await openMailbox(table, 't', () => 6);
    const inbox = inboxFor({ ...options, mailbox: again });
    const waiting = inbox.waiting(emptyThread);
    expect(waiting.map(({ content }) => content)).toEqual([
      '[Message from mole-agent-1]\nOne',
      '[Message from mole-agent-1]\nTwo',
    ]);
    inbox.delivered(waiting.slice(0, 1));
    expect(inbox.waiting(emptyThread).map(({ id }) => id)).toEqual([waiting[1]?.id]);
    expect(again.value.map(({ readAt }) => readAt)).toEqual([6, undefined, undefined]);
  });
});
