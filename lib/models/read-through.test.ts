import { expect, it } from 'vitest';
import { readThrough, type Reader } from './read-through';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Counts what is read, under a name. */
const counting =
  (told: string[], name: string) =>
  (reader: Reader): Reader => ({
    async read() {
      const piece = await reader.read();
      told.push(`${name} ${piece.value?.byteLength ?? 'end'}`);
      return piece;
    },
    async cancel(reason) {
      told.push(`${name} left`);
      return reader.cancel(reason);
    },
  });

/** A response read through two readers. */
function response(told: string[], onCancel?: () => void): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of ['{"a":', '1}']) controller.enqueue(bytes(text));
      controller.close();
    },
    cancel: () => onCancel?.(),
  });
  readThrough(readThrough(body, counting(told, 'inner')), counting(told, 'outer'));
  return new Response(body);
}

const ALL = ['inner 5', 'outer 5', 'inner 2', 'outer 2', 'inner end', 'outer end'];

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
])('all readers see all pieces of a response that is read %s', async (_how, read, expected) => {
  const told: string[] = [];
  expect(await read(response(told))).toEqual(expected);
  expect(told).toEqual(ALL);
});

it('who stops reading leaves the stream, through all readers', async () => {
  const told: string[] = [];
  for await (const _piece of response(told, () => void told.push('cancelled')).body ?? []) break;
  expect(told).toEqual(['inner 5', 'outer 5', 'outer left', 'inner left', 'cancelled']);
});
