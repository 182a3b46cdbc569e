import { expect, it } from 'vitest';
import { McpRelayRequestSchema, type McpRelayFrame } from '@/lib/protocol';
import { createRelay } from './mcp-relay';

/** A server whose channel the test writes to. */
function setUp() {
  let channel: ReadableStreamDefaultController<Uint8Array> | undefined;
  const posts: unknown[] = [];
  const relay = createRelay(async (_url, init) => {
    if (init?.method === 'POST') {
      posts.push(await new Response(init.body).json());
      return Response.json({});
    }
    return new Response(new ReadableStream({ start: (controller) => void (channel = controller) }));
  });
  return {
    posts,
    exchange: () => McpRelayRequestSchema.parse(posts[0]).exchange,
    send: (...frames: McpRelayFrame[]) =>
      channel?.enqueue(new TextEncoder().encode(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''))),
    ask: () => relay('http://far/mcp', { method: 'POST', body: '{}' }),
  };
}

const HEAD = { status: 200, headers: { 'content-type': 'text/event-stream' } };

it('what a server sends in one piece is handed on in many, and the page has its turn in between', async () => {
  const { ask, exchange, posts, send } = setUp();
  const asked = ask();
  await expect.poll(() => posts.length).toBe(1);
  const id = exchange();
  const notice = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n';
  const text = notice.repeat(3_000);
  send({ id, ...HEAD }, { id, text }, { id, end: true });
  const { body } = await asked;
  let turn = 0;
  const turning = setInterval(() => (turn += 1));
  const inTurn = new Map<number, number>();
  let whole = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    whole += piece;
    inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
    // As long as a hundred notifications take.
    const until = performance.now() + 5;
    while (performance.now() < until);
  }
  clearInterval(turning);
  expect(whole === text).toBe(true);
  expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(2);
  // It has ended by itself: there is nothing to leave.
  expect(posts).toHaveLength(1);
});

it('a body that is left is cancelled at the server, once', async () => {
  const { ask, exchange, posts, send } = setUp();
  const asked = ask();
  await expect.poll(() => posts.length).toBe(1);
  const id = exchange();
  send({ id, ...HEAD }, { id, text: 'x'.repeat(100_000) });
  const { body } = await asked;
  await body?.cancel();
  await expect.poll(() => posts.length).toBe(2);
  send({ id, text: 'more' }, { id, end: false });
  expect(posts[1]).toEqual({ channel: expect.any(String), exchange: id });
});
