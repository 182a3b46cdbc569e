import { firstDeparture } from '@/lib/cassettes';
import type { Host, HostState } from '@/lib/host/state';
import { idle, until } from '@/lib/host/testing/test-tab';
import type { Cassette } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { expectOneResultEach, openBrowser, promptOf } from './open-browser';

/** The whole conversation is over: nobody works, and nobody has anything left to hear. */
const over = (host: Host, turns = 1): Promise<HostState> =>
  until(host, (state) => idle(state) && state.agents.every(({ live }) => !live) && state.thread.turns.length >= turns);

async function recorded(scenario: string): Promise<{ cassette: Cassette; state: HostState }> {
  const open = await openBrowser();
  const host = open({ scenario, mode: 'bypassPermissions' });
  await host.send(promptOf(scenario));
  const state = await over(host);
  const cassette = await host.record();
  if (!cassette) throw new Error('Nothing was recorded.');
  return { cassette, state };
}

/** What was said and done, without what is new each time. When a message reaches an agent is a matter of who is faster. */
const told = ({ thread, agents }: HostState) => ({
  main: thread.messages.map(({ role }) => role).toSorted(),
  agents: agents.map(({ name, status, thread: own }) => [
    name,
    status,
    own.messages.map(({ role }) => role).toSorted(),
  ]),
});

// Not an agent in the background: how many turns its run has is a matter of who is faster.
describe.each(['sub-agents'])('a run of %s', (scenario) => {
  it('replays in another browser, agents and all, as it was recorded', async () => {
    const { cassette, state: before } = await recorded(scenario);
    expect(cassette.agents).toHaveLength(before.agents.length);
    const open = await openBrowser();
    const host = open({});
    await host.replay(cassette, 'instant');
    const after = await over(host, before.thread.turns.length);
    expect(after.error).toBeUndefined();
    expectOneResultEach(after.thread);
    expect(told(after)).toEqual(told(before));
    expect(after.agents.every(({ thread }) => thread.turns.every(({ model }) => model === 'cassette'))).toBe(true);
    expect(firstDeparture(after.thread, after.agents)).toBeUndefined();
  });
});

it('shows where a tool of an agent answers otherwise', async () => {
  const { cassette } = await recorded('sub-agents');
  const agents = cassette.agents?.map((agent) => ({
    ...agent,
    entries: agent.entries.map((entry) =>
      entry.kind === 'result' && agent.id === 'agent-2' ? { ...entry, text: 'Otherwise' } : entry,
    ),
  }));
  const open = await openBrowser();
  const host = open({});
  await host.replay({ ...cassette, agents }, 'instant');
  const { thread, agents: views } = await over(host, 3);
  expect(firstDeparture(thread, views)).toMatchObject({ agent: 'agent-2', recorded: { text: 'Otherwise' } });
});
