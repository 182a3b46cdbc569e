import { afterEach, describe, expect, it } from 'vitest';
import { closeWeb, serveWeb } from '../../web.fixture';
import { askService, closeSite } from '../service.fixture';
import { inDomains } from './domains';

afterEach(async () => {
  await closeSite();
  await closeWeb();
});

const RESULTS = [
  { url: 'https://example.com/a', title: 'A', content: 'About a.' },
  { url: 'https://docs.example.com/b', title: 'B', content: 'About b.' },
  { url: 'https://other.example/c', title: null, content: null },
];

describe('POST /api/services/web-search', () => {
  it('searches the bundled documents without an engine, and says so', async () => {
    const { status, answer } = await askService('web-search', { query: 'which permission modes are there' });
    expect([status, answer.source]).toEqual([200, 'bundled']);
    expect(answer.results).toContainEqual({
      title: 'Permissions',
      url: 'toolyard://docs/permissions',
      excerpt: expect.stringContaining('bypassPermissions'),
    });
    expect(
      (await askService('web-search', { query: 'permission', allowed_domains: ['example.com'] })).answer.results,
    ).toEqual([]);
  });

  it('asks a SearXNG-compatible engine, and keeps to the domains', async () => {
    const { host, asked } = await serveWeb((_asked, response) => response.end(JSON.stringify({ results: RESULTS })));
    const settings = { TOOLYARD_SEARCH_URL: `http://${host}/engine`, TOOLYARD_ALLOW_HOSTS: [host] };
    const all = await askService('web-search', { query: 'tea time' }, settings);
    expect(all.answer).toEqual({
      source: 'engine',
      results: [
        { title: 'A', url: 'https://example.com/a', excerpt: 'About a.' },
        { title: 'B', url: 'https://docs.example.com/b', excerpt: 'About b.' },
        { title: 'https://other.example/c', url: 'https://other.example/c', excerpt: '' },
      ],
    });
    const some = await askService(
      'web-search',
      { query: 'tea', allowed_domains: ['example.com'], blocked_domains: ['docs.example.com'] },
      settings,
    );
    expect(some.answer.results).toMatchObject([{ title: 'A' }]);
    expect(asked.map(({ url }) => url)).toEqual([
      '/engine/search?q=tea+time&format=json',
      '/engine/search?q=tea+site%3Aexample.com&format=json',
    ]);
  });

  it.each([
    ['answers 429', 429, '', 429, 'RATE_LIMITED'],
    ['answers 500', 500, '', 502, 'SERVER_ERROR'],
    ['answers with a page', 200, '<html>', 502, 'SERVER_ERROR'],
  ])('says what is wrong where the engine %s', async (_what, given, text, status, code) => {
    const { host } = await serveWeb((_asked, response) => response.writeHead(given).end(text));
    const settings = { TOOLYARD_SEARCH_URL: `http://${host}`, TOOLYARD_ALLOW_HOSTS: [host] };
    expect(await askService('web-search', { query: 'tea' }, settings)).toMatchObject({ status, answer: { code } });
  });

  it('does not reach a private engine that the operator has not listed', async () => {
    const { host, asked } = await serveWeb((_asked, response) => response.end('{"results":[]}'));
    const { answer } = await askService('web-search', { query: 'tea' }, { TOOLYARD_SEARCH_URL: `http://${host}` });
    expect(answer).toMatchObject({ code: 'URL_REFUSED', message: expect.stringContaining('TOOLYARD_ALLOW_HOSTS') });
    expect(asked).toEqual([]);
  });

  it('refuses a query of one letter', async () => {
    expect((await askService('web-search', { query: 'x' })).status).toBe(400);
  });
});

it.each([
  ['https://example.com/', ['example.com'], [], true],
  ['https://a.example.com/', ['example.com'], [], true],
  ['https://notexample.com/', ['example.com'], [], false],
  ['https://example.com.evil.example/', ['example.com'], [], false],
  ['https://a.example.com/', ['https://www.Example.com/x'], [], true],
  ['https://a.example.com/', ['*.example.com'], ['a.example.com'], false],
  ['https://a.example.com/', [], ['example.com'], false],
  ['https://a.example.com/', [], [], true],
  ['nonsense', [], [], false],
])('inDomains(%s, %j, %j): %s', (url, allowed_domains, blocked_domains, is) =>
  expect(inDomains(url, { allowed_domains, blocked_domains })).toBe(is),
);
