import { afterEach, describe, expect, it } from 'vitest';
import { says } from '@/lib/agent/agent.fixture';
import { openSite, type Site } from '../http.fixture';

let site: Site;
afterEach(() => site?.dispose());

const post = async (body: string, headers: Record<string, string> = {}): Promise<[number, string]> => {
  site = await openSite(() => says('hi'));
  const response = await fetch(`${site.url}/api/services/count-tokens`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const { code }: { code: string } = Object(await response.json());
  return [response.status, code];
};

describe('POST /api/services/count-tokens', () => {
  it.each([
    ['no key', '{"text":"hello"}', {}, [401, 'KEY_REQUIRED']],
    ['no JSON', '{', {}, [400, 'BAD_REQUEST']],
    ['something else', '{"words":1}', {}, [400, 'BAD_REQUEST']],
    ['another type', '{}', { 'content-type': 'text/plain' }, [403, 'CONTENT_TYPE_REFUSED']],
    ['another site', '{}', { origin: 'http://evil.example' }, [403, 'ORIGIN_REFUSED']],
  ])('refuses %s', async (_what, body, headers, expected) => {
    expect(await post(body, headers)).toEqual(expected);
  });
});
