import { HttpAgent as Agent } from '@ag-ui/client';
import { HttpAgent as OlderAgent } from 'ag-ui-client-0';
import { afterEach, describe, expect, it } from 'vitest';
import { call, outcomeOf, says, stopEvent } from '@/lib/agent/agent.fixture';
import { openSite, type Site } from './http.fixture';

let site: Site;
afterEach(() => site.dispose());

const BEARER = 'Bearer any string of 32 characters or more';
const tools = [{ name: 'weather', description: 'Weather of a city', parameters: { type: 'object', properties: {} } }];
const settings = () => ({ url: `${site.url}/api/agent`, threadId: 'thread', headers: { authorization: BEARER } });

/** The calls that nothing answers yet, as such a client finds them: among its messages. */
function waiting({ messages }: OlderAgent): string[] {
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])));
  const made = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []));
  return made.map(({ id }) => id).filter((id) => !answered.has(id));
}

describe('the client of AG-UI 0.x, which CopilotKit drives agents with', () => {
  it('takes every outcome, runs its tools and goes on', async () => {
    site = await openSite((_request, n) => {
      if (n === 0) return [{ type: 'reasoning', delta: 'hm' }, ...call('a', 'weather'), stopEvent('tool_calls')];
      return says('It is fine.');
    });
    const agent = new OlderAgent(settings());
    agent.addMessage({ id: 'u1', role: 'user', content: 'How is the weather?' });
    await agent.runAgent({ tools });
    expect(waiting(agent)).toEqual(['a']);
    agent.addMessage({ id: 't1', role: 'tool', toolCallId: 'a', content: 'fine' });
    await agent.runAgent({ tools });
    expect(waiting(agent)).toEqual([]);
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'It is fine.' });
    agent.addMessage({ id: 'u2', role: 'user', content: 'And now?' });
    await agent.runAgent({ tools });
    expect(outcomeOf(await site.bench.events())).toMatchObject({ type: 'success' });
  });

  it('sends pictures and files in its own words', async () => {
    site = await openSite(() => says('Seen.'));
    const agent = new OlderAgent(settings());
    const [png, pdf] = ['image/png', 'application/pdf'];
    const content = [
      { type: 'binary' as const, mimeType: png, data: 'A'.repeat(2_000_000) },
      { type: 'binary' as const, mimeType: pdf, url: 'https://a.example/b.pdf', data: '' },
      { type: 'binary' as const, mimeType: png, url: `data:image/png;base64,${'A'.repeat(2_000_000)}` },
    ];
    agent.addMessage({ id: 'u1', role: 'user', content });
    await agent.runAgent();
    expect(site.bench.requests[0]?.messages[0]?.content).toEqual([
      { type: 'image', source: { type: 'data', value: 'A'.repeat(2_000_000), mimeType: png } },
      { type: 'document', source: { type: 'url', value: 'https://a.example/b.pdf', mimeType: pdf } },
      {
        type: 'image',
        source: { type: 'url', value: `data:image/png;base64,${'A'.repeat(2_000_000)}`, mimeType: png },
      },
    ]);
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Seen.' });
  });

  it('hears of a guard that stops the agent', async () => {
    site = await openSite((_request, n) => [...call(`c${n}`, 'weather'), stopEvent('tool_calls')]);
    const agent = new OlderAgent(settings());
    agent.addMessage({ id: 'u1', role: 'user', content: 'Go on for ever' });
    const outcomes: unknown[] = [];
    for (let run = 0; run < 30 && !JSON.stringify(outcomes).includes('interrupt'); run += 1) {
      await agent.runAgent({ tools }, { onRunFinishedEvent: ({ event }) => void outcomes.push(event.outcome) });
      for (const id of waiting(agent)) {
        agent.addMessage({ id: `r${id}`, role: 'tool', toolCallId: id, content: 'the same' });
      }
    }
    expect(outcomes.at(-1)).toMatchObject({ type: 'interrupt', interrupts: [{ reason: expect.any(String) }] });
  });
});

describe.each([
  ['1.0', () => new Agent(settings())],
  ['0.x', () => new OlderAgent(settings())],
])('a client of %s that has left a run', (_version, open) => {
  it('says something new at once, and is answered', async () => {
    let stall = true;
    site = await openSite(async function* () {
      yield { type: 'text', delta: 'slowly' };
      if (stall) await new Promise(() => undefined);
      yield* says(' done');
    });
    const agent = open();
    agent.addMessage({ id: 'u1', role: 'user', content: 'Say it' });
    const first = agent.runAgent({});
    await expect.poll(() => agent.messages.length).toBe(2);
    // Its next request may be there before the end of the one before is noticed.
    agent.abortRun();
    stall = false;
    await first.catch(() => undefined);
    agent.addMessage({ id: 'u2', role: 'user', content: 'Say something else' });
    await agent.runAgent({});
    expect(agent.messages.at(-1)?.content).toBe('slowly done');
  });
});

describe('pages of other origins', () => {
  const ORIGIN = 'https://app.example';
  const ask = (method: string, origin: string, path = 'agent') =>
    fetch(`${site.url}/api/${path}`, {
      method,
      headers: { origin, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json', authorization: BEARER },
      ...(method === 'POST' && { body: '{}' }),
    });

  it.each([
    ['one that the operator allows', ORIGIN, 204, 400, ORIGIN],
    ['another one', 'https://evil.example', 403, 403, null],
    ['one that only begins alike', `${ORIGIN}.evil.example`, 403, 403, null],
    ['none', 'null', 403, 403, null],
  ])('%s', async (_what, origin, preflight, post, allowed) => {
    site = await openSite(() => says('hi'), { TOOLYARD_ALLOW_ORIGINS: [ORIGIN] });
    const [first, second] = [await ask('OPTIONS', origin), await ask('POST', origin)];
    expect([first.status, second.status]).toEqual([preflight, post]);
    for (const { headers } of [first, second]) {
      expect(headers.get('access-control-allow-origin')).toBe(allowed);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

it.each([
  ['a preset that there is not', { forwardedProps: { toolyard: { preset: 'nobody' } } }, 'There are'],
  ['a tool without a name', { tools: [{ name: '', description: '', parameters: {} }] }, 'A tool has a name'],
  ['deep JSON', { state: deep(300) }, 'TOOLYARD_BODY_DEPTH'],
])('%s is 400, and holds up nothing that comes after it', async (_what, more, words) => {
  site = await openSite(() => says('hi'));
  const post = (body: object) =>
    fetch(`${site.url}/api/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: BEARER },
      body: JSON.stringify({ threadId: 't', runId: 'r', messages: [], tools: [], context: [], state: {}, ...body }),
    });
  const response = await post(more);
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(words)]);
  const next = await post({ messages: [{ id: 'u', role: 'user', content: 'Hi' }] });
  expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('RUN_FINISHED')]);
});

/** A list in a list in a list … */
function deep(levels: number): unknown {
  return levels === 0 ? [] : [deep(levels - 1)];
}
