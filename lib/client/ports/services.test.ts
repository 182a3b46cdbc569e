import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KEY_HEADER } from '@/lib/protocol';
import { createServices } from './services';

const Answer = z.object({ n: z.number() });
const { signal } = new AbortController();

const answering = (status: number, body: string) => {
  const asked: [string, RequestInit | undefined][] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push([input instanceof Request ? input.url : input.toString(), init]);
    return new Response(body, { status });
  };
  return { asked, services: createServices({ fetch, carried: () => ({ [KEY_HEADER]: 'anthropic k' }) }) };
};

describe('the port of services', () => {
  it('posts JSON with the typed key, and checks what comes back', async () => {
    const { asked, services } = answering(200, '{"n":1}');
    expect(await services.post('web-fetch', { a: 1 }, Answer, signal)).toEqual({ n: 1 });
    expect(asked).toMatchObject([
      ['/api/services/web-fetch', { method: 'POST', body: '{"a":1}', headers: { [KEY_HEADER]: 'anthropic k' } }],
    ]);
  });

  it.each([
    [400, '{"code":"URL_REFUSED","message":"no"}', { code: 'URL_REFUSED', message: 'no', status: 400 }],
    [502, '<html>', { code: 'HTTP_502', status: 502 }],
    [200, '{"n":"one"}', { code: 'BAD_ANSWER' }],
    [200, 'nonsense', { code: 'BAD_ANSWER' }],
  ])('rejects on %i %s', async (status, body, error) => {
    const { services } = answering(status, body);
    await expect(services.post('x', {}, Answer, signal)).rejects.toMatchObject({ name: 'ServiceError', ...error });
  });

  it('tells a server that cannot be reached from a call that was stopped', async () => {
    const services = createServices({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    await expect(services.post('x', {}, Answer, signal)).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    await expect(services.post('x', {}, Answer, AbortSignal.abort('stopped'))).rejects.toBe('stopped');
  });
});
