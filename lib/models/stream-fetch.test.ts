import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { streamFetch } from './stream-fetch';

const IDLE_MS = 60;
const PIECE = new Uint8Array([1]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream of events, read through `streamFetch`, with the other end of it. */
async function stream() {
  let far: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (far = controller) });
  const fetch = streamFetch(async () => new Response(body), IDLE_MS);
  const reader = (await fetch('https://far.example')).body?.getReader();
  if (!reader || !far) throw new Error('There is no stream.');
  return { reader, far };
}

it('goes on as long as pieces come, however long that is', async () => {
  const { reader, far } = await stream();
  for (let piece = 0; piece < 10; piece += 1) {
    const read = reader.read();
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    far.enqueue(PIECE);
    expect(await read).toEqual({ done: false, value: PIECE });
  }
  far.close();
  expect((await reader.read()).done).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('is broken off when nothing has come for that long after the last piece, and not before', async () => {
  const { reader, far } = await stream();
  far.enqueue(PIECE);
  await reader.read();
  await vi.advanceTimersByTimeAsync(IDLE_MS / 2);
  let fault: unknown;
  const read = reader.read().catch((error: unknown) => (fault = error));
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(fault).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await read;
  expect(fault).toMatchObject({ code: 'STREAM_BROKEN', message: expect.stringContaining('stalled') });
  expect(vi.getTimerCount()).toBe(0);
});

it('waits for whoever reads slowly', async () => {
  const { reader, far } = await stream();
  far.enqueue(PIECE);
  await reader.read();
  await vi.advanceTimersByTimeAsync(100 * IDLE_MS);
  far.enqueue(PIECE);
  expect(await reader.read()).toEqual({ done: false, value: PIECE });
  const read = expect(reader.read()).rejects.toMatchObject({ code: 'STREAM_BROKEN' });
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  await read;
});

it('leaves no timer behind where the stream breaks', async () => {
  const { reader, far } = await stream();
  const read = expect(reader.read()).rejects.toThrow('gone');
  far.error(new Error('gone'));
  await read;
  expect(vi.getTimerCount()).toBe(0);
});

/** A response of that type whose pieces come one by one. */
const answering = (type: string, pieces: readonly string[]) =>
  streamFetch(async () => {
    const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = bytes.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': type } });
  }, IDLE_MS)('https://far.example');

it.each([
  ['text/plain', ['data: {}\n\n', 'data: [DONE]\n\n']],
  ['text/plain; charset=utf-8', ['\uFEFFev', 'ent: a\ndata: {}\n\n']],
  ['application/json', ['\r\n', ': ping\n\n', 'data: {}\n\n']],
  ['text/html', ['i', 'd', ': 1\ndata: {}\n\n']],
])('reads as events what is said to be %s and begins like events', async (type, pieces) => {
  const response = await answering(type, pieces);
  expect(await response.text()).toBe(pieces.join('').replace('\uFEFF', ''));
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['text/plain', ['data is what we lack'], /text\/plain instead of a stream of events: data is what we lack/],
  ['text/plain', [], /text\/plain instead/],
  ['text/html', ['<p>', 'data: {}</p>'], /instead of a stream of events: data: {}/],
  ['text/plain', [' '.repeat(5_000), 'data: {}\n\n'], /instead of a stream/],
  ['application/json', ['{"error": ', '{"message": "No such model"}}'], /No such model/],
])('refuses what is %s and begins otherwise: %j', async (type, pieces, told) => {
  await expect(answering(type, pieces)).rejects.toThrow(told);
  expect(vi.getTimerCount()).toBe(0);
});

it('waits for the beginning no longer than for any piece', async () => {
  const fetch = streamFetch(
    async () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/plain' } }),
    IDLE_MS,
  );
  const answer = expect(fetch('https://far.example')).rejects.toMatchObject({ code: 'BAD_ANSWER' });
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  await answer;
});
