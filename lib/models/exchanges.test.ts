import type { WireExchange } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { captureExchanges } from './exchanges';

const KEY = 'sk-a-key-of-a-person';
const KEPT_AT_MOST = 2 * 1024 * 1024;

function listenTo(inner: typeof fetch) {
  const kept: WireExchange[] = [];
  let now = 0;
  const sink = { now: () => (now += 1), add: (exchange: WireExchange) => void kept.push(exchange) };
  return { kept, ask: captureExchanges({ wire: 'openai', secrets: [KEY, '', 'ollama'] }, sink, inner) };
}

const streamOf = (...pieces: string[]): ReadableStream<Uint8Array> =>
  new Blob(['']).stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      flush: (controller) => pieces.forEach((piece) => controller.enqueue(new TextEncoder().encode(piece))),
    }),
  );

describe('what went over the wire', () => {
  it('is kept as it was, without headers, query and what a server quotes of a key', async () => {
    const { kept, ask } = listenTo(
      async () => new Response(streamOf('data: you sent sk-a-key', '-of-a-person, ollama')),
    );
    const init = { method: 'POST', body: '{"model":"ollama"}', headers: { authorization: `Bearer ${KEY}` } };
    const response = await ask(`https://me:${KEY}@host.test/v1/chat?key=${KEY}`, init);
    expect(kept).toMatchObject([{ request: '{"model":"ollama"}', status: 200 }]);
    expect(kept[0]).not.toHaveProperty('response');
    expect(await response.text()).toContain(KEY);
    expect(kept).toEqual([
      {
        wire: 'openai',
        url: 'https://host.test/v1/chat',
        request: '{"model":"ollama"}',
        startedAt: 1,
        status: 200,
        response: 'data: you sent [left out], ollama',
        endedAt: 2,
        cut: false,
      },
    ]);
  });

  it('has no status where no answer came, and ends where the request is stopped', async () => {
    const failing = listenTo(() => Promise.reject(new TypeError('fetch failed')));
    await expect(failing.ask('https://host.test/', { body: '{}' })).rejects.toThrow('fetch failed');
    expect(failing.kept).toEqual([
      { wire: 'openai', url: 'https://host.test/', request: '{}', startedAt: 1, endedAt: 2, cut: false },
    ]);
    const stop = new AbortController();
    const open = listenTo(async () => new Response(new ReadableStream()));
    await open.ask('https://host.test/', { body: '{}', signal: stop.signal });
    stop.abort();
    expect(open.kept).toMatchObject([{ status: 200, response: '', endedAt: 2 }]);
  });

  it('is cut where it is too long, and says so', async () => {
    const { kept, ask } = listenTo(async () => new Response(streamOf('x'.repeat(KEPT_AT_MOST), 'y')));
    await (await ask('https://host.test/', { body: '{}' })).text();
    expect([kept[0]?.response?.length, kept[0]?.cut]).toEqual([KEPT_AT_MOST, true]);
  });
});
