import type { Message } from '@ag-ui/core';
import { firstDivergence } from '@/lib/cassettes';
import type { Client, ClientState } from '@/lib/client/state';
import { idle, until } from '@/lib/client/testing/test-tab';
import type { Cassette } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { expectOneResultEach, openBrowser, promptOf } from './open-browser';

/** The last words of the conversation were said, and nobody works. */
const over = (host: Client, last: string): Promise<ClientState> =>
  until(
    host,
    (state) =>
      idle(state) &&
      state.agents.every(({ live }) => !live) &&
      JSON.stringify(state.thread.messages.at(-1)).includes(last),
  );

async function recorded(scenario: string, last: string): Promise<{ cassette: Cassette; state: ClientState }> {
  const open = await openBrowser();
  const host = open({ scenario, mode: 'bypassPermissions' });
  await host.send(promptOf(scenario));
  const state = await over(host, last);
  const cassette = await host.record();
  if (!cassette) throw new Error('Nothing was recorded.');
  return { cassette, state };
}

/** What was said and done, in that order, without what is new each time. */
const told = ({ thread, agents }: ClientState) => ({
  main: thread.messages.map(wordsOf),
  // Who begins first of those that are started together is new each time.
  agents: new Map(agents.map(({ id, name, status, thread: own }) => [id, [name, status, own.messages.map(wordsOf)]])),
});
const wordsOf = ({ role, content }: Message) => [role, role === 'user' || role === 'assistant' ? content : ''];

describe.each([
  ['sub-agents', 'The last one says'],
  ['background-agent', 'reported while nobody was waiting'],
])('a run of %s', (scenario, last) => {
  it('replays in another browser, agents and all, as it was recorded', async () => {
    const { cassette, state: before } = await recorded(scenario, last);
    expect(cassette.agents).toHaveLength(before.agents.length);
    const open = await openBrowser();
    const host = open({});
    await host.replay(cassette, 'instant');
    const after = await over(host, last);
    expect(after.error).toBeUndefined();
    expectOneResultEach(after.thread);
    expect(told(after)).toEqual(told(before));
    expect(after.agents.every(({ thread }) => thread.turns.every(({ model }) => model === 'cassette'))).toBe(true);
    expect(firstDivergence(after.thread, after.agents)).toBeUndefined();
  });
});

it('shows where a tool of an agent answers otherwise', async () => {
  const { cassette } = await recorded('sub-agents', 'The last one says');
  const agents = cassette.agents?.map((agent) => ({
    ...agent,
    entries: agent.entries.map((entry) =>
      entry.kind === 'result' && agent.id === 'agent-2' ? { ...entry, text: 'Otherwise' } : entry,
    ),
  }));
  const open = await openBrowser();
  const host = open({});
  await host.replay({ ...cassette, agents }, 'instant');
  const { thread, agents: views } = await over(host, 'The last one says');
  expect(firstDivergence(thread, views)).toMatchObject({ agent: 'agent-2', recorded: { text: 'Otherwise' } });
});
