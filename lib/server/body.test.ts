import { describe, expect, it } from 'vitest';
import { BODY_LIMIT, McpRelayRequestSchema } from '@/lib/protocol';
import { parseBody, readRunInput as read } from './body';
import type { LimitName } from './limiter';
import { limitOf } from './limits.mjs';

const readRunInput = (request: Request, limits: Partial<Record<LimitName, number>> = {}) =>
  read(request, (name) => limits[name] ?? limitOf(name, {}));

const MB = 1024 * 1024;

/** A body that comes in pieces of a megabyte and says nothing about its length. */
function streamed(pieces: number, byte = 0x20): { request: Request; read: () => number } {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(MB).fill(byte));
        if (read === pieces) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request('http://localhost/', { method: 'POST', body: null });
  Object.defineProperty(request, 'body', { value: body });
  return { request, read: () => read };
}

const calling = (text: string): string =>
  JSON.stringify({
    messages: [{ id: '1', role: 'assistant', toolCalls: [{ id: 'c', function: { arguments: text } }] }],
  });
const saying = (content: unknown): string =>
  JSON.stringify({ threadId: 't', runId: 'r', messages: [{ id: '1', role: 'user', content }] });

describe('readRunInput', () => {
  it('counts bytes while it reads, and reads no further than the limit', async () => {
    const { request, read } = streamed(1_000);
    expect(await readRunInput(request)).toMatchObject({ ok: false, status: 413 });
    expect(read()).toBeLessThanOrEqual(BODY_LIMIT / MB + 2);
  });

  it('reads what is too deep to its end, so that its connection goes on', async () => {
    const { request, read } = streamed(3, '['.charCodeAt(0));
    expect(await readRunInput(request)).toMatchObject({ ok: false, status: 400, problem: { code: 'BODY_TOO_LARGE' } });
    expect(read()).toBe(3);
  });

  it('reads a body of exactly the limit', async () => {
    expect(await readRunInput(streamed(BODY_LIMIT / MB).request)).toMatchObject({ ok: false, status: 400 });
  });

  it.each<[string, boolean]>([
    ['😀 字 ..', true],
    ['x'.repeat(200), true],
    ['x'.repeat(201), false],
    ['', false],
    ['a\0b', false],
    ['\ud800', false],
    ['.', false],
    ['..', false],
    ['...', true],
    ['\udc00\ud800', false],
  ])('takes no id that a file would not give back: %j', async (id, isOk) => {
    for (const name of ['threadId', 'runId']) {
      const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [], tools: [], context: [], [name]: id });
      const request = new Request('http://localhost/', { method: 'POST', body });
      const answer = await readRunInput(request);
      expect(answer).toMatchObject(isOk ? { ok: true } : { ok: false, status: 400 });
    }
  });

  it('puts characters together that come in two pieces', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ threadId: 'ü', runId: 'r', messages: [] }));
    const cut = bytes.indexOf(0xc3) + 1;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut));
        controller.enqueue(bytes.slice(cut));
        controller.close();
      },
    });
    const request = new Request('http://localhost/', { method: 'POST', body: null });
    Object.defineProperty(request, 'body', { value: body });
    expect(await readRunInput(request)).toMatchObject({ ok: true, value: { threadId: 'ü', tools: [], context: [] } });
  });

  it.each<[string, string, Partial<Record<LimitName, number>>, number]>([
    ['TOOLYARD_BODY_DEPTH', '['.repeat(1_000_000), {}, 400],
    ['TOOLYARD_BODY_DEPTH', '{"a":'.repeat(300), {}, 400],
    ['TOOLYARD_BODY_VALUES', `[${'1,'.repeat(300_000)}1]`, {}, 413],
    ['TOOLYARD_BODY_MESSAGES', '{"messages":[1,2,3,4]}', { TOOLYARD_BODY_MESSAGES: 3 }, 413],
    ['TOOLYARD_BODY_TOOLS', '{"tools":[1,2,3,4]}', { TOOLYARD_BODY_TOOLS: 3 }, 413],
    ['TOOLYARD_BODY_LIST', '{"context":[1,2,3,4]}', { TOOLYARD_BODY_LIST: 3 }, 413],
    ['TOOLYARD_BODY_LIST', '{"resume":[1,2,3,4]}', { TOOLYARD_BODY_LIST: 3 }, 413],
    ['TOOLYARD_BODY_LIST', saying([1, 2, 3, 4]), { TOOLYARD_BODY_LIST: 3 }, 413],
    ['TOOLYARD_BODY_LIST', '{"messages":[0,{"toolCalls":[1,2,3,4]}]}', { TOOLYARD_BODY_LIST: 3 }, 413],
    ['TOOLYARD_MESSAGE_CHARACTERS', saying('x'.repeat(1_000_001)), {}, 413],
    ['TOOLYARD_MESSAGE_CHARACTERS', calling('"four"'), { TOOLYARD_MESSAGE_CHARACTERS: 50 }, 413],
    ['TOOLYARD_BODY_CHARACTERS', '{"tools":[{"name":"four"}]}', { TOOLYARD_BODY_CHARACTERS: 7 }, 413],
    ['TOOLYARD_BODY_CHARACTERS', '{"messages":[{"id":"four"},{"id":"five"}]}', { TOOLYARD_BODY_CHARACTERS: 7 }, 413],
    ['TOOLYARD_BODY_CHARACTERS', '{"context":[{"value":"four"}]}', { TOOLYARD_BODY_CHARACTERS: 8 }, 413],
    ['TOOLYARD_MESSAGE_CHARACTERS', saying([{ type: 'text', text: 'four' }]), { TOOLYARD_MESSAGE_CHARACTERS: 3 }, 413],
  ])('names the limit that a body is over: %s', async (name, body, limits, status) => {
    const answer = await readRunInput(new Request('http://localhost/', { method: 'POST', body }), limits);
    expect(answer).toMatchObject({ ok: false, status, problem: { message: expect.stringContaining(name) } });
  });

  it('takes a conversation of many messages, and says which of them does not fit', async () => {
    const messages: unknown[] = Array.from({ length: 20_000 }, (_, n) => ({ id: `${n}`, role: 'user', content: 'Hi' }));
    const read = (all: unknown[]) =>
      readRunInput(
        new Request('http://localhost/', {
          method: 'POST',
          body: JSON.stringify({ threadId: 't', runId: 'r', messages: all }),
        }),
      );
    const whole = await read(messages);
    expect(whole.ok && whole.value.messages.length).toBe(20_000);
    expect(await read(messages.with(12_345, { id: 'odd', role: 'nobody' }))).toMatchObject({
      status: 400,
      problem: { issues: [{ path: 'messages.12345.role' }] },
    });
  });

  it('takes a result of any length, which is cut', async () => {
    const text = 'x'.repeat(2_000_000);
    for (const content of [text, [{ type: 'text', text }]]) {
      const result = { id: 'r', role: 'tool', toolCallId: 'c', content };
      const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [result] });
      const read = await readRunInput(new Request('http://localhost/', { method: 'POST', body }));
      expect(read).toMatchObject({ ok: true });
    }
  });

  it.each<[string, string, object]>([
    ['a result', 'tool', { type: 'text', text: 'x', metadata: { more: 'x'.repeat(2_000_000) } }],
    ['a question', 'user', { type: 'text', text: 'x', data: 'x'.repeat(2_000_000) }],
    ['a question', 'user', { type: 'text', text: 'x', source: 'x'.repeat(2_000_000) }],
  ])('refuses %s that is too long where nothing cuts it', async (_what, role, part) => {
    const message = { id: 'r', role, ...(role === 'tool' && { toolCallId: 'c' }), content: [part] };
    const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [message] });
    const read = await readRunInput(new Request('http://localhost/', { method: 'POST', body }));
    expect(read).toMatchObject({ ok: false, status: 413 });
  });

  it('counts what is structure, and not what is in a text', async () => {
    const content = `${'[{,'.repeat(300)}\\" \\\\`;
    const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [{ id: '1', role: 'user', content }] });
    expect(await readRunInput(new Request('http://localhost/', { method: 'POST', body }))).toMatchObject({ ok: true });
  });

  it('wants tools to have names', async () => {
    const tools = [{ name: ' ', description: '' }];
    const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [], tools });
    expect(await readRunInput(new Request('http://localhost/', { method: 'POST', body }))).toMatchObject({
      status: 400,
      problem: { issues: [{ path: 'tools.0.name' }] },
    });
  });

  it('answers no body at all with 400', async () => {
    expect(await readRunInput(new Request('http://localhost/', { method: 'POST' }))).toMatchObject({ status: 400 });
  });
});

it.each<[string, number]>([
  ['gzip', 415],
  ['GZIP, br', 415],
  ['identity', 200],
])('a body in the coding %s', async (coding, status) => {
  const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [], tools: [], context: [] });
  const headers = { 'content-encoding': coding };
  const read = await readRunInput(new Request('http://localhost/', { method: 'POST', body, headers }));
  expect(read.ok ? 200 : read.status).toBe(status);
  if (!read.ok) expect(read.problem.message).toContain('compressed');
});

it.each<[what: string, text: string, path: string]>([
  ['no JSON', '{', ''],
  ['no address', '{"channel":"c","exchange":"e","url":"ftp://a/","method":"GET","headers":{}}', 'url'],
  ['a field of the wrong type', '{"channel":"c","exchange":7}', 'exchange'],
])('a service is told in words what it does not take: %s', (_what, text, path) => {
  const parsed = parseBody(McpRelayRequestSchema, text);
  expect(parsed).toMatchObject({ status: 400, problem: { code: 'BAD_REQUEST', issues: [{ path }] } });
  expect(JSON.stringify(parsed)).not.toContain('invalid_');
});
