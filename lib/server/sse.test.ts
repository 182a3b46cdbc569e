import { EventType } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import type { LogLine } from '@/lib/protocol';
import { sseResponse } from './sse';

const line = (seq: number, value: unknown = seq): LogLine => ({
  seq,
  event: { type: EventType.CUSTOM, name: 'n', value },
});

async function leaveAfter(response: Response, reads: number): Promise<void> {
  const reader = response.body?.getReader();
  for (let read = 0; read < reads; read += 1) await reader?.read();
  await reader?.cancel();
}

describe('sseResponse', () => {
  it('writes each line under its sequence number, whatever is in it, and ends', async () => {
    const response = sseResponse(async function* () {
      yield [line(4), line(5, 'two\n\nlines: data')];
      yield [line(6)];
    }, 60_000);
    const text = await response.text();
    expect(text.split('\n\n').filter((block) => !block.startsWith(':'))).toEqual([
      'id: 4\ndata: {"type":"CUSTOM","name":"n","value":4}',
      'id: 5\ndata: {"type":"CUSTOM","name":"n","value":"two\\n\\nlines: data"}',
      'id: 6\ndata: {"type":"CUSTOM","name":"n","value":6}',
      '',
    ]);
  });

  it('makes what it sends of a line once, however many follow', async () => {
    let made = 0;
    const shared = line(4, { toJSON: () => (made += 1) });
    const follow = () =>
      sseResponse(async function* () {
        yield [shared];
      }, 60_000).text();
    expect(new Set([await follow(), await follow(), await follow()]).size).toBe(1);
    expect(made).toBe(1);
  });

  it('hands a long line to its followers as it is, and short neighbours in one piece', async () => {
    const long = line(2, 'x'.repeat(100_000));
    const chunksOf = async () => {
      const reader = sseResponse(async function* () {
        yield [line(1), long, line(3), line(4)];
      }, 60_000).body?.getReader();
      const chunks: Uint8Array[] = [];
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) chunks.push(next.value);
      return chunks.slice(1);
    };
    const [first, second] = [await chunksOf(), await chunksOf()];
    expect(first.map(({ length }) => length > 100_000)).toEqual([false, true, false]);
    expect(second[1]?.buffer).toBe(first[1]?.buffer);
  });

  it('lets others have their turns between the pieces of a long line, however fast it is read', async () => {
    const messages = Array.from({ length: 20_000 }, (_, n) => ({
      id: `${n}`,
      role: 'user' as const,
      content: 'x'.repeat(1_000),
    }));
    const long: LogLine = { seq: 1, event: { type: EventType.MESSAGES_SNAPSHOT, messages } };
    const reader = sseResponse(async function* () {
      yield [long];
    }, 60_000).body?.getReader();
    let turns = 0;
    const count = setInterval(() => (turns += 1));
    while (!(await reader?.read())?.done);
    clearInterval(count);
    expect(turns).toBeGreaterThan(0);
  });

  it('puts no heartbeat into a long line, however slowly it is read', async () => {
    const long = line(1, 'x'.repeat(500_000));
    const reader = sseResponse(async function* () {
      yield [long];
    }, 40)
      .body?.pipeThrough(new TextDecoderStream())
      .getReader();
    let text = '';
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      text += next.value;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(text.split('\n\n').filter((block) => !block.startsWith(':'))).toEqual([
      `id: 1\ndata: ${JSON.stringify(long.event)}`,
      '',
    ]);
  });

  it.each([
    ['waits', 2],
    ['rests between two lines', 1],
  ])('lets its source go when the client leaves while it %s', async (_what, reads) => {
    let lines = 0;
    await new Promise<void>((resolve) => {
      const response = sseResponse(async function* (signal) {
        try {
          yield [line((lines += 1))];
          if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done));
        } finally {
          resolve();
        }
      }, 5);
      void leaveAfter(response, reads);
    });
    expect(lines).toBe(1);
  });

  it('breaks off where the log cannot be read', async () => {
    // oxlint-disable-next-line require-yield -- a source that fails before its first line
    const response = sseResponse(async function* (): AsyncGenerator<readonly LogLine[]> {
      throw new Error('unreadable');
    }, 60_000);
    await expect(response.text()).rejects.toThrow('unreadable');
  });
});
