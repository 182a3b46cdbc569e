import { expect, it } from 'vitest';
import { readThrough, type ReadObserver } from './read-through';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Notes what is read, under a name. */
const noting = (told: string[], name: string) => (): ReadObserver => ({
  came: (piece) => void told.push(`${name} ${piece?.byteLength ?? 'end'}`),
  over: () => void told.push(`${name} over`),
});

/** A response with two observers. */
function response(told: string[], onCancel?: () => void): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of ['{"a":', '1}']) controller.enqueue(bytes(text));
      controller.close();
    },
    cancel: () => onCancel?.(),
  });
  readThrough(readThrough(body, noting(told, 'inner')), noting(told, 'outer'));
  return new Response(body);
}

const ALL = ['inner 5', 'outer 5', 'inner 2', 'outer 2', 'inner end', 'outer end', 'inner over', 'outer over'];

it.each<[string, (response: Response) => Promise<unknown>, unknown]>([
  ['as JSON', (whole) => whole.json(), { a: 1 }],
  ['as text', (whole) => whole.text(), '{"a":1}'],
  [
    'piece by piece',
    async ({ body }) => {
      let text = '';
      for await (const piece of body ?? []) text += new TextDecoder().decode(piece);
      return text;
    },
    '{"a":1}',
  ],
])('all observers see all pieces of a response that is read %s', async (_how, read, expected) => {
  const told: string[] = [];
  expect(await read(response(told))).toEqual(expected);
  expect(told).toEqual(ALL);
});

it('who stops reading leaves the stream, and all observers are told', async () => {
  const told: string[] = [];
  for await (const _piece of response(told, () => void told.push('cancelled')).body ?? []) break;
  expect(told).toEqual(['inner 5', 'outer 5', 'inner over', 'outer over', 'cancelled']);
});

it('who reads gets what an observer throws, and the stream is cancelled', async () => {
  const told: string[] = [];
  const { body } = response(told, () => void told.push('cancelled'));
  if (!body) throw new Error('There is no body.');
  readThrough(body, () => ({
    came() {
      throw new RangeError('enough');
    },
  }));
  await expect(new Response(body).text()).rejects.toThrow('enough');
  expect(told).toEqual(['inner 5', 'outer 5', 'inner over', 'outer over', 'cancelled']);
});
