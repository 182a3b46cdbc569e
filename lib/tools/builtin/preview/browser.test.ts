import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PageFailure, type PageDriver, type PageView } from '@/lib/ports';
import { createBench, type Bench } from '../../testing/bench';
import { browser } from './browser';

const VIEW: PageView = { url: 'index.html', title: 'List', text: '[1] button “Add”', console: ['log: hello'] };
let did: unknown[][] = [];
let answer: () => Promise<PageView> = async () => VIEW;
const page: PageDriver = {
  value: undefined,
  servers: { value: [], subscribe: () => () => undefined },
  subscribe: () => () => undefined,
  open: (...args) => note('open', ...args),
  read: (...args) => note('read', ...args),
  click: (...args) => note('click', ...args),
  type: (...args) => note('type', ...args),
  screenshot: async () => ({ mimeType: 'image/png', data: 'aGk=' }),
  show: () => undefined,
};
const note = (...said: unknown[]) => {
  did.push(said.slice(0, -1));
  return answer();
};

const bench: Promise<Bench> = createBench([browser], { browser: page });
afterAll(async () => (await bench).sandbox.teardown());
beforeEach(async () => {
  did = [];
  answer = async () => VIEW;
  Object.assign(await bench, { mode: 'bypassPermissions' });
});
const call = async (input: unknown, signal?: AbortSignal) =>
  (await (await bench).call('Browser', input, signal)).result;

describe('Browser', () => {
  it.each([
    [{ action: 'open', address: 'index.html' }, ['open', 'index.html']],
    [{ action: 'open', address: 'http://localhost:3000/' }, ['open', 'http://localhost:3000/']],
    [{ action: 'read' }, ['read']],
    [{ action: 'click', target: '1' }, ['click', '1']],
    [{ action: 'type', target: '1', text: '' }, ['type', '1', '']],
  ])('%j shows the page after it', async (input, done) => {
    const result = await call(input);
    expect(result).toMatchObject({ success: true, summary: 'List' });
    expect(result.text).toContain('[1] button “Add”');
    expect(result.text).toContain('Console:\nlog: hello');
    expect(did).toEqual([done]);
  });

  it('takes a picture', async () => {
    expect(await call({ action: 'screenshot' })).toMatchObject({
      success: true,
      content: [{ type: 'image', mimeType: 'image/png', data: 'aGk=' }],
    });
  });

  it.each([
    [{ action: 'open' }, '$.address'],
    [{ action: 'click' }, '$.target'],
    [{ action: 'type', target: '1' }, '$.text'],
    [{ action: 'fly' }, '$.action'],
  ])('refuses %j', async (input, path) => {
    expect(await call(input)).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path }] });
    expect(did).toEqual([]);
  });

  it.each([
    ['NOT_FOUND', 'use a number you see'],
    ['UNSUPPORTED', 'Not so.'],
    ['TIMEOUT', 'endless loop'],
    ['NETWORK_ERROR', 'run_in_background'],
  ] as const)('says what to do after %s', async (code, next) => {
    answer = () => Promise.reject(new PageFailure(code, 'Not so.'));
    expect(await call({ action: 'read' })).toMatchObject({ error: code, text: expect.stringContaining(next) });
  });

  it('asks in mode auto, except to look', async () => {
    const { asked } = Object.assign(await bench, { mode: 'auto' });
    await call({ action: 'read' });
    await call({ action: 'click', target: '1' });
    expect(asked.map(({ title }) => title)).toEqual(['Click 1']);
  });

  it('does nothing when it is denied', async () => {
    Object.assign(await bench, { mode: 'dontAsk' });
    expect(await call({ action: 'open', address: 'a.html' })).toMatchObject({ error: 'GATE_DENIED' });
    expect(did).toEqual([]);
  });

  it('stops when it is aborted, and cuts a long page', async () => {
    const stop = new AbortController();
    answer = () => {
      stop.abort();
      return Promise.reject(stop.signal.reason);
    };
    expect(await call({ action: 'read' }, stop.signal)).toMatchObject({ error: 'ABORTED' });
    answer = async () => ({ ...VIEW, text: 'x'.repeat(50_000) });
    expect((await call({ action: 'read' })).text.length).toBeLessThan(11_000);
  });
});
