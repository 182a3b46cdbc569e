import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError, type Services } from '@/lib/ports';
import { createBench, type Bench } from '../../testing/bench';
import { coreTools } from '..';
import { specialistTools } from '..';

const PAGE = { kind: 'page', title: 'Tea', by: 'passages', why: 'there is no key', text: 'Three minutes.', cut: false };
const FETCHED = { ...PAGE, cached: false, bytes: 2048 };
const ANSWER = { source: 'engine', results: [{ title: 'A', url: 'https://a.example/', excerpt: 'About\n a.' }] };

let answer: (name: string, signal: AbortSignal) => unknown;
let asked: [string, unknown][] = [];
const services: Services = {
  async post(name, body, schema, signal) {
    asked.push([name, body]);
    return schema.parse(await answer(name, signal));
  },
};
const bench: Promise<Bench> = createBench([...coreTools, ...specialistTools], { services });
afterAll(async () => (await bench).sandbox.teardown());
beforeEach(() => void (asked = []));

const FETCH = { url: 'https://tea.example/page', prompt: 'How long?' };
const SEARCH = { query: 'tea time' };
const TRIGGER = { url: 'https://ci.example/hook', event: 'deploy' };

async function call(name: string, input: unknown, signal?: AbortSignal) {
  return (await (await bench).call(name, input, signal)).result;
}

describe('WebFetch', () => {
  it('gives the passages of a page and says why no model answered, without its address', async () => {
    answer = () => FETCHED;
    const result = await call('WebFetch', FETCH);
    expect(result).toMatchObject({ success: true, summary: 'Tea · 2 KB', details: { by: 'passages' } });
    expect(result.text).toContain('“Tea”');
    expect(result.text).toContain('there is no key');
    expect(result.text).toContain('Three minutes.');
    expect(result.text).not.toContain('tea.example');
  });

  it('gives the answer of a small model', async () => {
    answer = () => ({ ...FETCHED, by: 'model', model: 'small', cached: true, cut: true });
    const result = await call('WebFetch', FETCH);
    expect(result).toMatchObject({ summary: 'Tea · 2 KB · cached', details: { by: 'model', model: 'small' } });
    expect(result.text).toContain('small model');
    expect(result.text).toContain('longer than what was read');
  });

  it('tells of a page that has moved to another host', async () => {
    answer = () => ({ kind: 'moved', to: 'https://new.example/' });
    expect(await call('WebFetch', FETCH)).toMatchObject({
      success: true,
      text: expect.stringContaining('https://new.example/'),
    });
  });

  it('cuts what is over the limit', async () => {
    answer = () => ({ ...FETCHED, text: 'x'.repeat(30_000) });
    expect((await call('WebFetch', FETCH)).text.length).toBeLessThan(11_000);
  });

  it.each([
    ['URL_REFUSED', 'URL_REFUSED', false, 'another source'],
    ['NOT_FOUND', 'NOT_FOUND', false, 'WebSearch'],
    ['NETWORK_ERROR', 'NETWORK_ERROR', true, 'once more'],
    ['TIMEOUT', 'TIMEOUT', true, 'once more'],
    ['SERVER_ERROR', 'SERVER_ERROR', true, 'once more'],
    ['RATE_LIMITED', 'RATE_LIMITED', true, 'Wait'],
    ['INTERNAL', 'SERVER_ERROR', true, 'once more'],
  ])('a refusal of the server with %s is %s', async (code, error, retryable, next) => {
    answer = () => {
      throw new ServiceError(code, 'No.', 500);
    };
    expect(await call('WebFetch', FETCH)).toMatchObject({ error, retryable, text: expect.stringContaining(next) });
  });
});

describe('WebSearch', () => {
  it('lists what an engine found', async () => {
    answer = () => ANSWER;
    const result = await call('WebSearch', { ...SEARCH, allowed_domains: ['a.example'] });
    expect(result).toMatchObject({ success: true, summary: '1 result' });
    expect(result.text).toContain('1. A\n   https://a.example/\n   About a.');
    expect(asked).toEqual([['web-search', { query: 'tea time', allowed_domains: ['a.example'] }]]);
  });

  it('says where only bundled documents were searched', async () => {
    answer = () => ({ ...ANSWER, source: 'bundled' });
    expect(await call('WebSearch', SEARCH)).toMatchObject({
      summary: '1 result (bundled documents)',
      text: expect.stringContaining('TOOLYARD_SEARCH_URL'),
    });
  });

  it('says NOT_FOUND where there is nothing', async () => {
    answer = () => ({ source: 'engine', results: [] });
    expect(await call('WebSearch', SEARCH)).toMatchObject({
      error: 'NOT_FOUND',
      text: expect.stringContaining('other'),
    });
  });
});

describe('RemoteTrigger', () => {
  it.each([
    [202, undefined, 'took message msg_1'],
    [400, 'EXECUTION_ERROR', 'Change what it refuses'],
    [429, 'RATE_LIMITED', 'Wait'],
    [503, 'SERVER_ERROR', 'is not known'],
  ])('tells what the receiver answered: %i', async (status, error, text) => {
    answer = () => ({ id: 'msg_1', status, text: 'said' });
    const result = await call('RemoteTrigger', TRIGGER);
    expect(result).toMatchObject({ success: error === undefined, details: { id: 'msg_1', status } });
    expect(result.error).toBe(error);
    expect(result.text).toContain(text);
    expect(asked).toEqual([['remote-trigger', { ...TRIGGER, data: {} }]]);
  });

  it('asks in mode auto', async () => {
    answer = () => ({ id: 'msg_1', status: 200, text: '' });
    const { asked: questions } = Object.assign(await bench, { mode: 'auto' });
    await call('RemoteTrigger', TRIGGER);
    expect(questions.map(({ toolName }) => toolName)).toEqual(['RemoteTrigger']);
  });

  it('carries no more than it may', async () => {
    const result = await call('RemoteTrigger', { ...TRIGGER, data: { text: 'x'.repeat(30_000) } });
    expect([result.error, asked]).toEqual(['FILE_TOO_LARGE', []]);
  });
});

describe.each([
  ['WebFetch', FETCH, { ...FETCH, url: 'tea.example' }, '$.url'],
  ['WebSearch', SEARCH, { query: 'x' }, '$.query'],
  ['RemoteTrigger', TRIGGER, { ...TRIGGER, data: 'no object' }, '$.data'],
])('%s', (name, good, wrong, path) => {
  it('refuses a wrong input', async () => {
    expect(await call(name, wrong)).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path }] });
    expect(asked).toEqual([]);
  });

  it('does nothing when it is denied', async () => {
    Object.assign(await bench, { mode: 'dontAsk' });
    expect(await call(name, good)).toMatchObject({ error: 'GATE_DENIED' });
    Object.assign(await bench, { mode: 'bypassPermissions' });
    expect(asked).toEqual([]);
  });

  it('stops when it is aborted', async () => {
    const stop = new AbortController();
    answer = (_name, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        stop.abort();
      });
    expect(await call(name, good, stop.signal)).toMatchObject({ error: 'ABORTED' });
  });
});
