import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from './model';
import { providerTurn } from './provider-turn';

/** What each event of a reply in these pieces says, and the signal it was asked under. */
async function read(pieces: Iterable<string | Uint8Array>) {
  const encoder = new TextEncoder();
  const { signal } = new AbortController();
  const iterator = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) {
        isOver = true;
        controller.close();
      } else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
  });
  const said: unknown[] = [];
  let isDone = false;
  let isOver = false;
  const turn = providerTurn(
    {
      open: async () => new Response(body),
      events(event): ModelEvent[] {
        said.push(event);
        return [];
      },
      done: () => (isDone = true),
      over: () => isOver,
      secrets: [],
    },
    signal,
  );
  await turn.next();
  return { said, isDone, signal };
}

it.each<[string, Iterable<string | Uint8Array>, unknown[]]>([
  [
    'a byte a piece',
    Array.from(Buffer.from('data: "Grüße 🎈"\r\n\r\ndata: 2\n\n'), (byte) => Uint8Array.of(byte)),
    ['Grüße 🎈', 2],
  ],
  [
    'a mark of byte order, comments and other fields',
    ['\uFEFFdata: 1\n\n: hm\n\nevent: x\nid: 7\nretry: 3\nodd\ndata:2\n\n'],
    [1, 2],
  ],
  ['lines that end with a carriage return', ['data: [1,\rdata: 2]\r\rdata: 3\r\r'], [[1, 2], 3]],
  ['empty events', ['data:\n\ndata: \n\n\n\ndata: 1\n\n'], [1]],
  ['no empty line at its end', ['data: 1\n\ndata: 2'], [1, 2]],
  ['something after its end', ['data: 1\n\ndata: [DONE]\n\ndata: 2\n\n'], [1]],
])('reads a reply with %s', async (_what, pieces, expected) => {
  expect((await read(pieces)).said).toEqual(expected);
});

it.each([
  ['levels', '['.repeat(2_000_000)],
  ['values', `[${'1,'.repeat(2_000_000)}1]`],
])('an event with more %s than could be parsed in time is refused, and not asked for again', async (what, data) => {
  const message = expect.stringContaining(`more than 200${what === 'values' ? '000' : ''} ${what}`);
  await expect(read([`data: ${data}\n\n`, ...Array<string>(9).fill(': \n\n')])).rejects.toMatchObject({
    code: 'BAD_ANSWER',
    message,
  });
});

it('knows a reply that says that it is done', async () => {
  expect((await read(['data: 1\n\n'])).isDone).toBe(false);
  expect((await read(['data: 1\n\ndata: [DO', 'NE]'])).isDone).toBe(true);
});

it('leaves nothing at the signal it was asked under', async () => {
  const { signal } = await read(['data: 1\n\n']);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

/** Pieces of an event that does not end, and how many of them were taken. */
function endless(begin: string) {
  const taken = { pieces: 0 };
  const piece = 'x'.repeat(64 * 1024);
  function* pieces(): Generator<string> {
    yield begin;
    for (; taken.pieces < 10_000; taken.pieces += 1) yield piece;
  }
  return { taken, pieces: pieces() };
}

it.each(['data: "', ': ', 'data: 1\ndata: "'])(
  'takes no event without an end, and no more of it: %j',
  async (begin) => {
    const { taken, pieces } = endless(begin);
    await expect(read(pieces)).rejects.toMatchObject({ code: 'BAD_ANSWER', retry: false });
    expect(taken.pieces).toBeLessThan(300);
  },
);

/** How a turn ends whose reply is complete with its first event, and goes on like this. */
async function endOf(rest: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>) {
  const encoder = new TextEncoder();
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      if (pulled === 1) controller.enqueue(encoder.encode('data: "end"\n\n'));
      else return rest(controller);
    },
  });
  const said: unknown[] = [];
  const turn = providerTurn(
    {
      open: async () => new Response(body),
      events(event): ModelEvent[] {
        said.push(event);
        return [];
      },
      end: () => [{ type: 'text', delta: 'over' }],
      over: () => said.includes('end'),
      secrets: [],
    },
    new AbortController().signal,
  );
  const pieces: unknown[] = [];
  for await (const piece of turn) pieces.push(...piece);
  return { said, pieces };
}

it.each<[string, (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>]>([
  ['its connection stays open', () => new Promise(() => undefined)],
  [
    'comments follow without an end',
    async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.enqueue(new TextEncoder().encode(': still here\n\n'));
    },
  ],
  ['its connection breaks', (controller) => controller.error(new Error('reset'))],
  [
    'what follows is no JSON',
    (controller) => {
      controller.enqueue(new TextEncoder().encode('data: [done]\n\n'));
      controller.close();
    },
  ],
])('a complete reply is not lost where %s', async (_what, rest) => {
  expect(await endOf(rest)).toEqual({ said: ['end'], pieces: [{ type: 'text', delta: 'over' }] });
});

describe('a reply with a stop reason in each piece', () => {
  /** Pieces that each look like the last, ended by a broken connection. */
  const read = async (pieces: readonly string[], waitMs: number) => {
    const left = [...pieces];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = left.shift();
        if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (piece === undefined) controller.error(new Error('reset'));
        else controller.enqueue(new TextEncoder().encode(`data: ${piece}\n\n`));
      },
    });
    let isOver = false;
    const turn = providerTurn(
      {
        open: async () => new Response(body),
        *events(delta) {
          isOver = true;
          yield { type: 'text', delta: String(delta) };
        },
        over: () => isOver,
        secrets: [],
      },
      new AbortController().signal,
    );
    const said: ModelEvent[] = [];
    for await (const events of turn) said.push(...events);
    return said.length;
  };

  it('is not cut off while more of it comes', { timeout: 10_000 }, async () => {
    expect(await read(['1', '2', '3', '4', '[DONE]'], 900)).toBe(4);
  });

  it('is broken where its connection breaks before its end', async () => {
    await expect(read(['1', '2', '3'], 0)).rejects.toMatchObject({ code: 'STREAM_BROKEN' });
  });
});
