import { EventType } from '@ag-ui/core';
import { recordCassette } from '@/lib/cassettes';
import { createModel } from '@/lib/models';
import { withProvider } from '@/lib/models/testing';
import { parseJson } from '@/lib/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputOf, openTestThread, OWNER, result, THREAD, user, type TestThread } from './agent.fixture';

let test: TestThread;
beforeEach(async () => {
  test = await openTestThread(() => []);
});
afterEach(() => test.dispose());

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const CALLING = [
  chunk({ content: 'Grüße, ' }),
  chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'Read', arguments: '{"path":"a"}' } }] }),
  chunk({}, 'tool_calls'),
  'data: [DONE]\n\n',
];
const DONE = [chunk({ content: 'Done.' }, 'stop'), 'data: [DONE]\n\n'];

/** A run of two turns against a provider that says the same each time; its log. */
async function run(record: boolean) {
  let asked = 0;
  return withProvider(
    (_body, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end((asked++ === 0 ? CALLING : DONE).join(''));
    },
    async (baseURL) => {
      test.ports.createModel = (options, secrets, overrides) => createModel(options, secrets, overrides, { fetch });
      const toolyard = { model: 'openai', modelName: 'm', baseURL: `${baseURL}/v1`, toolMode: 'native', record };
      await test.run(inputOf('1', [user('u')], { forwardedProps: { toolyard } }));
      await test.run(inputOf('2', [result('c1')]));
      const events = await test.events();
      return events.map((event, index) => ({ seq: index + 1, event }));
    },
  );
}

const options = { title: 'x', options: {}, now: new Date(0) };

describe('recording a provider', () => {
  it('keeps the bytes of each reply in the log, and a replay reads them through the same adapter', async () => {
    const cassette = recordCassette(await run(true), options);
    const turns = cassette.entries.filter((entry) => entry.kind === 'turn');
    expect(turns.map(({ reply }) => reply?.chunks.map(({ text }) => text).join(''))).toEqual([
      CALLING.join(''),
      DONE.join(''),
    ]);

    const before = await test.thread();
    const again = await openTestThread(() => []);
    again.ports.createModel = createModel;
    // Only the bytes are left: whatever is said comes through the adapter.
    const bytes = cassette.entries.map((entry) => (entry.kind === 'turn' ? { ...entry, pieces: [] } : entry));
    const toolyard = { model: 'cassette', speed: 'instant', cassette: { ...cassette, entries: bytes } };
    await again.run(inputOf('1', [user('u')], { forwardedProps: { toolyard } }));
    await again.run(inputOf('2', [result('c1')], { forwardedProps: { toolyard } }));
    const after = await again.thread();
    await again.dispose();
    const said = ({ messages }: typeof before) => messages.map(({ role, content }) => [role, content]);
    expect(said(after)).toEqual(said(before));
    expect(after.calls.c1?.args).toBe('{"path":"a"}');
    expect(after.cassette?.version).toBe(1);
  });

  it('keeps none where nobody asks for them', async () => {
    const log = await run(false);
    expect(log.some(({ event }) => event.type === EventType.CUSTOM && event.name === 'toolyard.reply')).toBe(false);
    expect(recordCassette(log, options).entries).toHaveLength(4);
  });

  it('what went over the wire is kept for the session, whether it is recorded or not', async () => {
    await run(false);
    const [first, second, ...others] = test.ports.exchanges?.of(OWNER, THREAD) ?? [];
    expect([first, second, others]).toMatchObject([
      { runId: '1', wire: 'openai', status: 200, response: CALLING.join('') },
      { runId: '2', response: DONE.join('') },
      [],
    ]);
    expect(parseJson(z.looseObject({ stream: z.boolean() }), second?.request ?? '')).toMatchObject({
      value: {
        model: 'm',
        messages: [{ role: 'system' }, { role: 'user' }, { tool_calls: [{ id: 'c1' }] }, { role: 'tool' }],
      },
    });
  });

  it('replays no further than it was recorded, and another model goes on from there', async () => {
    const cassette = recordCassette(await run(false), options);
    const again = await openTestThread(() => []);
    again.ports.createModel = createModel;
    const toolyard = {
      model: 'cassette',
      speed: 'instant',
      cassette: { ...cassette, entries: cassette.entries.slice(0, 2) },
    };
    await again.run(inputOf('1', [user('u')], { forwardedProps: { toolyard } }));
    const over = await again.run(inputOf('2', [result('c1')]));
    expect(over.at(-1)).toMatchObject({ type: EventType.RUN_ERROR, code: 'CASSETTE_OVER' });
    await again.run(inputOf('3', [], { forwardedProps: { toolyard: { model: 'scripted', speed: 'instant' } } }));
    expect((await again.thread()).messages.at(-1)).toMatchObject({ role: 'assistant' });
    await again.dispose();
  });
});
