import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelError } from '@/lib/models/model';
import { openaiModel } from '@/lib/models/openai';
import { collect, requestOf, spokenText } from '@/lib/models/testing';
import { createGuardedFetch } from './guarded-fetch';
import { closeWeb, serveBytes } from './web.fixture';

afterEach(closeWeb);

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const says = (content: unknown, reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: reason }],
});
const DONE = 'data: [DONE]\n\n';
const REPLY = event(says('hé')) + event(says('llo', 'stop')) + DONE;
const TYPE = 'content-type: text/event-stream';
const head = (status = '200 OK', ...more: string[]): string =>
  [`HTTP/1.1 ${status}`, ...(more.some((line) => line.startsWith('content-type')) ? [] : [TYPE]), ...more].join(
    '\r\n',
  ) + '\r\nconnection: close\r\n\r\n';
const bomb = (text: string): Buffer => gzipSync(text.repeat(70_000_000 / text.length));

type Bytes = string | readonly (string | Uint8Array)[];

/** The turn of a model whose server answers with these bytes. */
async function turn(bytes: Bytes) {
  const { host } = await serveBytes((socket) => {
    socket.once('data', () => {
      for (const part of typeof bytes === 'string' ? [bytes] : bytes) socket.write(part);
      socket.end();
    });
  });
  const fetch = createGuardedFetch({ allowHosts: [host] });
  const model = openaiModel({ apiKey: '', name: 'm', baseURL: `http://${host}/v1`, fetch });
  return collect(model, requestOf([{ id: 'u', role: 'user', content: 'Hi' }]));
}

describe('a reply is read', () => {
  it.each<[string, Bytes]>([
    ['with CRLF', head() + REPLY.replaceAll('\n', '\r\n')],
    ['with CR', head() + REPLY.replaceAll('\n', '\r')],
    ['after a byte order mark', `${head()}\uFEFF${REPLY}`],
    ['without its last newline', head() + REPLY.trimEnd()],
    ['without the word that it is done', head() + REPLY.replace(DONE, '').trimEnd()],
    ['among comments, ids and retries', `${head()}: hi\n\nretry: 5\nid: 7\n${REPLY}: bye\n\n`],
    ['without a space after the colon', head() + REPLY.replaceAll('data: ', 'data:')],
    ['as events of another name', head() + REPLY.replaceAll('data: {', 'event: odd\ndata: {')],
    [
      'in data of several lines',
      `${head()}${event(says('héllo', 'stop')).replace(',"delta"', ',\ndata: "delta"')}${DONE}`,
    ],
    ['byte by byte', [head(), ...Array.from(Buffer.from(REPLY), (byte) => Uint8Array.of(byte))]],
    ['as gzip', [head('200 OK', 'content-encoding: gzip'), gzipSync(REPLY)]],
    ['as brotli', [head('200 OK', 'content-encoding: br'), brotliCompressSync(REPLY)]],
    ['as deflate', [head('200 OK', 'content-encoding: deflate'), deflateSync(REPLY)]],
    ['in a gzip of a gzip', [head('200 OK', 'content-encoding: gzip, gzip'), gzipSync(gzipSync(REPLY))]],
    ['without a type', head().replace(`${TYPE}\r\n`, '') + REPLY],
    ['of a type with another charset', head('200 OK', 'content-type: text/event-stream; charset=latin1') + REPLY],
    ['after early hints', `${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)}${head()}${REPLY}`],
    ['over HTTP/1.0', head().replace('/1.1', '/1.0') + REPLY],
    [
      'in a chunk with an extension, and with a trailer',
      `${head('200 OK', 'transfer-encoding: chunked')}${Buffer.byteLength(REPLY).toString(16)};a=b\r\n${REPLY}\r\n0\r\nx: 1\r\n\r\n`,
    ],
    ['although it is shorter than was said', head('200 OK', 'content-length: 9999') + REPLY],
    ['before whatever comes after it is done', `${head()}${REPLY}data: {no json\n\n<html>`],
    ['beside data that is no object', `${head()}data: 7\n\ndata: null\n\ndata: [[]]\n\n${REPLY}`],
    ['with an error that is none', head() + event({ ...says('héllo', 'stop'), error: false }) + DONE],
    ['with a prototype', head() + REPLY.replace('"delta":{', '"delta":{"__proto__":{"content":"evil"},')],
    ['after 50,000 empty events', head() + event(says('')).repeat(50_000) + REPLY],
  ])('%s', async (_how, bytes) => {
    const events = await turn(bytes);
    expect([spokenText(events), events.at(-1)]).toMatchObject(['héllo', { type: 'stop', reason: 'end' }]);
  });
});

describe('what is no reply is refused in words', () => {
  const failure = (bytes: Bytes): Promise<unknown> => turn(bytes).catch((error: unknown) => error);

  it.each<[string, Bytes, ModelError['code'], string]>([
    ['a bomb in one event', [head('200 OK', 'content-encoding: gzip'), bomb('data: x')], 'BAD_ANSWER', 'longer than'],
    ['a bomb of comments', [head('200 OK', 'content-encoding: gzip'), bomb(':xxxxxxxx\n')], 'BAD_ANSWER', 'bytes'],
    ['an error that is a bomb', [head('500 No', 'content-encoding: gzip'), bomb('x')], 'SERVER_ERROR', '500'],
    ['gzip that is none', head('200 OK', 'content-encoding: gzip') + REPLY, 'STREAM_BROKEN', 'header'],
    ['a coding nobody asked for', head('200 OK', 'content-encoding: zstd') + REPLY, 'NETWORK_ERROR', 'zstd'],
    ['a page', head('200 OK', 'content-type: text/html') + '<h1>Log in</h1>', 'BAD_ANSWER', 'Log in'],
    ['JSON', head('200 OK', 'content-type: application/json') + '{"choices":[]}', 'BAD_ANSWER', 'choices'],
    ['nothing', head(), 'STREAM_BROKEN', 'before its end'],
    ['no content', head('204 No Content'), 'STREAM_BROKEN', 'no body'],
    ['less than was said', head('200 OK', 'content-length: 9999') + event(says('hé')), 'STREAM_BROKEN', 'length'],
    ['two lengths', head('200 OK', 'content-length: 5', 'content-length: 6') + REPLY, 'NETWORK_ERROR', 'length'],
    ['a chunk of no size', head('200 OK', 'transfer-encoding: chunked') + 'zz\r\n', 'STREAM_BROKEN', 'chunk size'],
    ['a status that there is not', head('999 Odd') + REPLY, 'NETWORK_ERROR', '999'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'NETWORK_ERROR', 'HTTP'],
    [
      'a switch of protocols',
      head('101 Switching', 'upgrade: x').replace('close', 'upgrade'),
      'NETWORK_ERROR',
      'upgrade',
    ],
    ['endless headers', head('200 OK', ...Array<string>(9_000).fill('x-a: b')), 'NETWORK_ERROR', 'Overflow'],
    [
      'a way to a private address',
      head('307 There', 'location: http://169.254.169.254/'),
      'ADDRESS_REFUSED',
      '169.254',
    ],
    ['a way to a file', head('302 There', 'location: file:///etc/passwd'), 'ADDRESS_REFUSED', 'file:'],
    ['a way to itself', head('302 There', 'location: '), 'ADDRESS_REFUSED', 'more than 5 times'],
    ['a way to nowhere', head('301 There'), 'BAD_REQUEST', '301'],
    ['an error in the stream', head() + event({ error: 'no more' }), 'SERVER_ERROR', 'no more'],
    [
      'arguments without a floor',
      `${head()}data: {"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"x","arguments":${'['.repeat(9_000)}${']'.repeat(9_000)}}}]}}]}\n\n`,
      'BAD_ANSWER',
      'nested',
    ],
  ])('%s', async (_what, bytes, code, words) => {
    expect(await failure(bytes)).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it.each<[string, number | undefined]>([
    ['retry-after: 2', 2_000],
    ['retry-after: 1.5', 1_500],
    ['retry-after: 0', 0],
    ['retry-after: Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['retry-after-ms: 250', 250],
    ['retry-after: ', undefined],
    ['retry-after: soon', undefined],
    ['retry-after: -1', undefined],
    ['retry-after: 5, 6', undefined],
    ['retry-after: 0x10', undefined],
    ['retry-after: Infinity', undefined],
  ])('too many requests, with %s', async (line, afterMs) => {
    const retry = afterMs === undefined ? {} : { afterMs };
    expect(await failure(`${head('429 Slow', line)}{}`)).toMatchObject({ code: 'RATE_LIMITED', retry });
    if (afterMs === undefined) expect(await failure(`${head('429 Slow', line)}{}`)).not.toHaveProperty('retry.afterMs');
  });
});
