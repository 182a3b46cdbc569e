import { HttpAgent } from '@ag-ui/client';
import { contentToText } from '@ag-ui/core';
import { afterEach, describe, expect, it } from 'vitest';
import { call, outcomeOf, resultsOf, says, stopEvent } from '@/lib/agent/agent.fixture';
import { openSite, type Site } from './http.fixture';

let site: Site;
afterEach(() => site.dispose());

/** The published client with a tool of its own, as a stranger would write it. */
const client = (): HttpAgent =>
  new HttpAgent({
    url: `${site.url}/api/agent`,
    threadId: 'thread',
    headers: { authorization: 'Bearer any string of 32 characters or more' },
  });
const tools = [
  { name: 'weather', description: 'Weather of a city', parameters: { type: 'object', properties: { city: {} } } },
];

async function drive(agent: HttpAgent, answer: (id: string) => string): Promise<string[][]> {
  const runs: string[][] = [];
  for (;;) {
    let pending: string[] = [];
    await agent.runAgent(
      { tools, forwardedProps: { toolyard: { model: 'scripted', speed: 'instant' } } },
      { onRunFinishedEvent: (end) => void (pending = end.outcome === 'success' ? end.pendingToolCallIds : []) },
    );
    runs.push(pending);
    if (pending.length === 0) return runs;
    for (const id of pending) {
      agent.addMessage({ id: `answer-${id}`, role: 'tool', toolCallId: id, content: answer(id) });
    }
  }
}

describe('the published @ag-ui/client', () => {
  it('drives the agent over several runs with its own tools', async () => {
    site = await openSite((request, n) => {
      const results = request.messages.flatMap((message) =>
        message.role === 'tool' ? contentToText(message.content) : [],
      );
      if (n === 0)
        return [
          { type: 'text', delta: 'Two cities.' },
          ...call('a', 'weather', '{"city":"Bern"}'),
          ...call('b', 'weather', '{"city":"Oslo"}'),
          stopEvent('tool_calls'),
        ];
      if (n === 1)
        return [
          { type: 'reasoning', delta: 'one more' },
          ...call('c', 'weather', '{"city":"Rome"}'),
          stopEvent('tool_calls'),
        ];
      return says(`Weather: ${results.join(', ')}`);
    });
    const agent = client();
    agent.addMessage({ id: 'u1', role: 'user', content: 'How is the weather?' });
    expect(await drive(agent, (id) => `fine in ${id}`)).toEqual([['a', 'b'], ['c'], []]);
    expect(site.bench.requests[0]?.tools).toEqual(tools);
    expect(agent.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'How is the weather?'],
      ['assistant', 'Two cities.'],
      ['tool', 'fine in a'],
      ['tool', 'fine in b'],
      ['reasoning', 'one more'],
      ['assistant', undefined],
      ['tool', 'fine in c'],
      ['assistant', 'Weather: fine in a, fine in b, fine in c'],
    ]);
    expect(resultsOf(await site.bench.events())).toEqual(['a', 'b', 'c']);

    agent.addMessage({ id: 'u2', role: 'user', content: 'And now?' });
    expect(await drive(agent, () => '')).toEqual([[]]);
    expect((await site.bench.thread()).messages).toHaveLength(agent.messages.length);
  });

  it('keeps what a provider seals with thoughts and calls, and takes the results of a turn that was declined', async () => {
    site = await openSite((_request, n) => {
      if (n > 0) return [...call('b', 'weather'), stopEvent('refusal')];
      const [begin, ...rest] = call('a', 'weather');
      return [
        { type: 'reasoning', delta: 'hm' },
        { type: 'reasoning-end', sealed: 'thought' },
        { type: 'reasoning-end', sealed: 'unread' },
        ...(begin ? [begin] : []),
        { type: 'call-sealed', id: 'a', sealed: 'call' },
        ...rest,
        stopEvent('tool_calls'),
      ];
    });
    const agent = client();
    agent.addMessage({ id: 'u1', role: 'user', content: 'How is the weather?' });
    expect(await drive(agent, () => 'fine')).toEqual([['a'], []]);
    const seals = agent.messages.map((message) => [
      message.role,
      message.role === 'assistant'
        ? message.toolCalls?.[0]?.encryptedValue
        : 'encryptedValue' in message && message.encryptedValue,
    ]);
    expect(seals).toEqual([
      ['user', false],
      ['reasoning', 'thought'],
      ['reasoning', 'unread'],
      ['assistant', 'call'],
      ['tool', false],
      ['assistant', undefined],
      ['tool', false],
    ]);
    expect(resultsOf(await site.bench.events())).toEqual(['a', 'b']);
    const kept = (await site.bench.thread()).messages;
    expect(kept.map((message) => 'encryptedValue' in message && message.encryptedValue)).toEqual(
      agent.messages.map((message) => 'encryptedValue' in message && message.encryptedValue),
    );
  });

  it('sees a broken reply taken back and made again, once', async () => {
    site = await openSite((_request, n) =>
      n === 0 ? [{ type: 'text', delta: 'half a sen' }, ...call('a', 'weather')] : says('a sentence'),
    );
    const agent = client();
    agent.addMessage({ id: 'u1', role: 'user', content: 'Say it' });
    expect(await drive(agent, () => 'never asked')).toEqual([[]]);
    expect(agent.messages.map((message) => message.content)).toEqual(['Say it', 'a sentence']);
  });

  it('goes on after a run that died, with what it half saw', async () => {
    let stall = true;
    site = await openSite(async function* () {
      yield { type: 'text', delta: 'half' };
      if (stall) await new Promise(() => undefined);
      yield* says(' and whole');
    });
    const agent = client();
    agent.addMessage({ id: 'u1', role: 'user', content: 'Say it' });
    const first = agent.runAgent({ tools });
    await expect.poll(() => agent.messages.length).toBe(2);
    agent.abortRun();
    await first;
    site.bench.advance(10_000);
    stall = false;
    expect(await drive(agent, () => '')).toEqual([[]]);
    expect(agent.messages.map((message) => message.content)).toEqual(['Say it', 'half and whole']);
    expect(outcomeOf(await site.bench.events())).toMatchObject({ type: 'success' });
  });
});
