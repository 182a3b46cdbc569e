import { HEADERS_HEADER, KEY_HEADER } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { createRunClient } from '../run-client';
import { createFakeStorage } from '../testing/fake-storage';
import { createTypedKeys } from './typed-keys';

const OPENAI = { model: 'openai' };
const AT_A = { model: 'openai', baseURL: 'https://a.example/v1' };
const AT_B = { model: 'openai', baseURL: 'https://b.example/v1' };

describe('typed keys', () => {
  it('are of one provider each, and of one address each', () => {
    const keys = createTypedKeys({ session: createFakeStorage() });
    keys.set(OPENAI, 'sk-openai');
    keys.set(AT_A, 'sk-a');
    const found = [OPENAI, AT_A, { ...AT_A, baseURL: 'https://a.example/v2' }, AT_B, { model: 'anthropic' }, {}];
    expect(found.map((options) => keys.of(options))).toEqual([
      'sk-openai',
      'sk-a',
      'sk-a',
      undefined,
      undefined,
      undefined,
    ]);
    expect(keys.carried(AT_A)).toEqual({ [KEY_HEADER]: 'openai@https://a.example sk-a' });
  });

  it('outlast a reload of the tab, and an empty one is forgotten', () => {
    const session = createFakeStorage();
    createTypedKeys({ session }).set(OPENAI, 'sk');
    const keys = createTypedKeys({ session });
    expect(keys.slots).toEqual(['openai']);
    keys.set(OPENAI, '');
    expect([keys.slots, keys.of(OPENAI), createTypedKeys({ session }).slots]).toEqual([[], undefined, []]);
  });

  it('headers are kept with them, for the same address only, and their values are secrets too', () => {
    const session = createFakeStorage();
    createTypedKeys({ session }).setHeaders(AT_A, { 'x-team': 'red' });
    const keys = createTypedKeys({ session });
    expect([keys.headersOf(AT_A), keys.headersOf(AT_B), keys.headersOf(OPENAI)]).toEqual([{ 'x-team': 'red' }, {}, {}]);
    expect(keys.carried(AT_A)).toEqual({ [HEADERS_HEADER]: 'openai@https://a.example {"x-team":"red"}' });
    expect(keys.all()).toEqual(['red']);
    keys.setHeaders(AT_A, { host: 'elsewhere' });
    expect(keys.headersOf(AT_A)).toEqual({ 'x-team': 'red' });
    keys.setHeaders(AT_A, {});
    expect(keys.carried(AT_A)).toEqual({});
  });

  it('where no key is taken, none is kept', () => {
    const keys = createTypedKeys({});
    keys.set({ model: 'scripted' }, 'sk');
    expect(keys.slots).toEqual([]);
  });

  it('travel with the runs that ask whose they are, and with no other', async () => {
    const keys = createTypedKeys({});
    keys.set(AT_A, 'sk-a');
    const sent: (string | null)[] = [];
    const client = createRunClient({
      keys,
      fetch: async (_url, init) => {
        sent.push(new Headers(init?.headers).get(KEY_HEADER));
        return new Response('');
      },
    });
    for (const toolyard of [AT_A, AT_B, OPENAI, {}]) {
      const forwardedProps = { toolyard };
      await client.post({ threadId: 't', runId: 'r', messages: [], tools: [], context: [], state: {}, forwardedProps });
    }
    expect(sent).toEqual(['openai@https://a.example sk-a', null, null, null]);
  });
});
