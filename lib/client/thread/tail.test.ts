import { EventType } from '@ag-ui/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import type { LogLine } from '@/lib/protocol';
import type { RunRefusal } from '../run-client';
import { tailThread, createThreadFeed } from './tail';

const encoder = new TextEncoder();

const events = (texts: readonly string[]): string[] => [
  JSON.stringify({ type: EventType.TEXT_MESSAGE_START, messageId: 'm', role: 'assistant' }),
  ...texts.map((delta) => JSON.stringify({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm', delta })),
  JSON.stringify({ type: 'SOMETHING_NEW', field: 1 }),
  JSON.stringify({ type: EventType.TEXT_MESSAGE_END, messageId: 'm' }),
];

/** A server that serves `log` from the cursor on, in chunks of these sizes, and breaks off after each `breaks` bytes. */
function serve(log: readonly string[], sizes: readonly number[], breaks: readonly number[]) {
  let connection = 0;
  return async (input: RequestInfo | URL): Promise<Response> => {
    const after = Number(new URL(input instanceof Request ? input.url : input, 'http://x').searchParams.get('after'));
    const text = log
      .slice(after)
      .map((data, index) => `id: ${after + index + 1}\ndata: ${data}\n\n`)
      .join('');
    const bytes = encoder.encode(`: heartbeat\n\n${text}`).subarray(0, breaks[connection++]);
    let at = 0;
    let turn = 0;
    return new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          const size = sizes[turn++ % sizes.length] ?? 1;
          controller.enqueue(bytes.slice(at, at + size));
          at += size;
        },
      }),
    );
  };
}

describe('tailThread', () => {
  it('takes every line once and in order, however the stream is cut', patience, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 4 }),
        async (texts, sizes, breaks) => {
          const log = events(texts);
          const end = new AbortController();
          const feed = createThreadFeed(() => {
            if (feed.seq === log.length) end.abort();
          });
          await tailThread({
            threadId: 't',
            fetch: serve(log, sizes, breaks),
            wait: async () => undefined,
            signal: end.signal,
            after: () => feed.seq,
            onLines: (lines) => feed.take(lines),
            onConnection: () => undefined,
            onRefused: () => end.abort(),
          });
          expect(feed.log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
          expect(feed.thread.messages).toEqual([{ id: 'm', role: 'assistant', content: texts.join('') }]);
        },
      ),
      { numRuns: numRuns(60), seed: 3 },
    );
  });

  it('gives up where the server refuses, and waits longer and longer where it is away', async () => {
    const answers = [503, 500, 0, 404];
    const waits: number[] = [];
    const end = await new Promise<RunRefusal>((resolve) => {
      void tailThread({
        threadId: 't',
        async fetch() {
          const status = answers.shift();
          if (status === 0) throw new TypeError('network');
          return Response.json({ code: 'GONE', message: 'No.' }, { status });
        },
        wait: async (ms) => void waits.push(ms),
        signal: new AbortController().signal,
        after: () => 0,
        onLines: () => undefined,
        onConnection: () => undefined,
        onRefused: resolve,
      });
    });
    expect(end).toEqual({ ok: false, status: 404, code: 'GONE', message: 'No.' });
    expect(waits).toEqual([250, 500, 1000]);
  });
});

describe('createThreadFeed', () => {
  it('folds streaming text once a frame, and what decides something at once', () => {
    let changes = 0;
    const feed = createThreadFeed(() => changes++);
    const line = (seq: number, event: LogLine['event']): LogLine => ({ seq, event });
    feed.take([line(1, { type: EventType.TEXT_MESSAGE_START, messageId: 'm', role: 'assistant' })]);
    expect(changes).toBe(1);
    feed.take([line(2, { type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm', delta: 'a' })]);
    feed.take([line(3, { type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm', delta: 'b' })]);
    expect([changes, feed.thread.seq, feed.seq]).toEqual([1, 1, 3]);
    feed.take([line(4, { type: EventType.TEXT_MESSAGE_END, messageId: 'm' })]);
    expect([changes, feed.thread.seq]).toEqual([2, 4]);
    expect(feed.thread.messages[0]?.content).toBe('ab');
  });
});
