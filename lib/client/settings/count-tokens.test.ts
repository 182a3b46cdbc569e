import { describe, expect, it } from 'vitest';
import { KEY_HEADER } from '@/lib/protocol';
import { countTools } from './count-tokens';

const tools = [{ name: 'Read', description: 'Reads a file.', parameters: { type: 'object' } }];

describe('counting tokens of tools', () => {
  it('asks the provider where there is a key', async () => {
    const asked: (RequestInit | undefined)[] = [];
    const fetch = async (_: unknown, init?: RequestInit) => {
      asked.push(init);
      return Response.json({ tokens: 42, modelName: 'm' });
    };
    expect(await countTools(tools, { fetch, key: 'sk', modelName: 'm' })).toEqual({ tokens: 42, exact: true });
    expect(new Headers(asked[0]?.headers).get(KEY_HEADER)).toBe('sk');
    expect(asked[0]?.body).toBe(JSON.stringify({ modelName: 'm', tools }));
  });

  it.each([
    ['there is no key', undefined, async () => Promise.reject(new Error('asked'))],
    ['the key is refused', 'sk', async () => Response.json({ code: 'KEY_REFUSED' }, { status: 401 })],
    ['the answer is none', 'sk', async () => new Response('?')],
    ['the server is gone', 'sk', async () => Promise.reject(new TypeError('gone'))],
  ])('counts by itself where %s', async (_why, key, fetch) => {
    const count = await countTools(tools, { fetch, key, modelName: undefined });
    expect(count?.exact).toBe(false);
    expect(count?.tokens).toBeGreaterThan(10);
  });
});
