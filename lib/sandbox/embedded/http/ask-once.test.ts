import { beforeEach, expect, it } from 'vitest';
import type { HttpFrame } from '../protocol/http';
import { askOnce, bodyBytes } from './ask-once';
import { HttpClient } from './http-client';

let sent: HttpFrame[];
let client: HttpClient;
/** What a server says to each request, by its path. */
let answers: Record<string, HttpFrame[]>;
const head = (status: number, headers: [string, string][] = []): HttpFrame => ({
  kind: 'response',
  head: { status, statusText: '', headers },
});
const text = (words: string): HttpFrame => ({ kind: 'data', bytes: new TextEncoder().encode(words) });
const end: HttpFrame = { kind: 'end' };

beforeEach(() => {
  sent = [];
  answers = {};
  client = new HttpClient((id, frame) => {
    sent.push(frame);
    if (frame.kind !== 'request') return;
    queueMicrotask(() => (answers[frame.head.url] ?? []).forEach((answer) => client.receive(id, answer)));
  });
});
const ask = (url: string, signal?: AbortSignal) =>
  askOnce(client, 80, { method: 'POST', url, headers: [] }, new Uint8Array([1]), signal);

it('sends all, and gives the answer with its body', async () => {
  answers['/'] = [head(200), text('a'), text('b'), end];
  const { status, body } = await ask('/');
  expect([status, new TextDecoder().decode(await bodyBytes(body))]).toEqual([200, 'ab']);
  expect(sent.map(({ kind }) => kind)).toEqual(['request', 'data', 'end']);
});

it('fails as the exchange does, before the answer and in its body', async () => {
  answers['/'] = [{ kind: 'fail', code: 'ECONNREFUSED', message: 'no' }];
  await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  answers['/cut'] = [head(200), text('a'), { kind: 'fail', code: 'ECONNRESET', message: 'cut' }];
  await expect(bodyBytes((await ask('/cut')).body)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

it('breaks off when it is aborted, and when nobody wants the body', async () => {
  const stop = new AbortController();
  const asked = ask('/', stop.signal);
  stop.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  expect(sent.at(-1)).toMatchObject({ kind: 'fail' });
  sent = [];
  answers['/'] = [head(200)];
  await (await ask('/')).body.cancel();
  expect(sent.at(-1)).toMatchObject({ kind: 'fail' });
});

it('fails when the line is gone', async () => {
  const asked = ask('/');
  client.close('EPIPE', 'gone');
  await expect(asked).rejects.toMatchObject({ code: 'EPIPE' });
});
