import { afterEach, describe, expect, it } from 'vitest';
import { KEY_HEADER } from '@/lib/protocol';
import { closeWeb, serveWeb } from '../../web.fixture';
import { askService, closeSite, nameServed } from '../service.fixture';
import { PageCache } from './page-cache';
import { relevantPassages } from './relevant';
import { toMarkdown } from './to-markdown';
import { htmlText } from './words-of-html';

afterEach(async () => {
  await closeSite();
  await closeWeb();
});

const HTML = `<!doctype html><html><head><title>Tea &amp; time</title><style>p{}</style></head><body><nav>Home</nav>
<h1>Tea</h1><p>Steep it for <b>three</b> minutes, as <a href="https://tracker.example/?id=1">the book</a> says.</p>
<table><tr><th>Tea</th><th>Minutes</th></tr><tr><td>Green</td><td>2</td></tr></table>
<script>alert(1)</script><img src="/x.png" alt="A cup"></body></html>`;

let pages = 0;
/** Pages are kept by their URL from one test to the next, so each has its own. */
const fresh = (path = 'page'): string => `https://site.example/${path}-${++pages}`;

async function ask(url: string, host: string, prompt = 'How long does tea steep?', headers = {}) {
  return askService('web-fetch', { url, prompt }, {}, { untrusted: nameServed({ 'site.example': host }) }, headers);
}

describe('POST /api/services/web-fetch', () => {
  it('gives the passages of a page as Markdown without addresses, and says why', async () => {
    const { host, asked } = await serveWeb((_asked, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(HTML),
    );
    const { status, answer } = await ask(fresh().replace('https', 'http'), host);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ kind: 'page', title: 'Tea & time', by: 'passages', cached: false, cut: false });
    expect(answer.why).toContain('no key');
    expect(answer.text).toContain('# Tea\n\nSteep it for **three** minutes, as the book says.');
    expect(answer.text).toContain('| Green | 2 |');
    expect(answer.text).not.toMatch(/tracker|alert|x\.png|Home|https?:/);
    expect(asked[0]?.headers['user-agent']).toContain('Toolyard');
  });

  it('gives the body as it came where that is wanted, fetched once for both', async () => {
    const { host, asked } = await serveWeb((_asked, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(HTML),
    );
    const url = fresh();
    expect((await ask(url, host)).answer.text).not.toContain('<h1>');
    const asIs = { untrusted: nameServed({ 'site.example': host }) };
    const { answer } = await askService('web-fetch', { url, raw: true }, {}, asIs);
    expect(answer).toMatchObject({ kind: 'page', by: 'page', type: 'text/html', text: HTML, cached: true });
    expect(asked).toHaveLength(1);
    const refused = await askService('web-fetch', { url: 'https://169.254.169.254/', raw: true });
    expect(refused).toMatchObject({ status: 400, answer: { code: 'URL_REFUSED' } });
  });

  it('has a small model answer where there is a key, and keeps the page by its URL alone', async () => {
    const { host, asked } = await serveWeb((_asked, response) => response.end('Tea steeps for three minutes.'));
    const url = fresh();
    const key = { [KEY_HEADER]: 'anthropic sk-test' };
    expect((await ask(url, host, 'How long?', key)).answer).toMatchObject({
      by: 'model',
      text: 'The small model says so.',
      cached: false,
    });
    expect((await ask(`${url}#part`, host, 'What else?')).answer).toMatchObject({ by: 'passages', cached: true });
    expect(asked).toHaveLength(1);
  });

  it('follows redirects within a host and tells of others', async () => {
    const { host, asked } = await serveWeb(({ url }, response) => {
      if (url.startsWith('/moved')) response.writeHead(301, { location: '/here' }).end();
      else if (url.startsWith('/away')) response.writeHead(302, { location: 'http://other.example/x' }).end();
      else if (url.startsWith('/loop')) response.writeHead(302, { location: url }).end();
      else response.end('arrived');
    });
    expect((await ask(fresh('moved'), host)).answer).toMatchObject({ kind: 'page', text: 'arrived' });
    expect((await ask(fresh('away'), host)).answer).toEqual({ kind: 'moved', to: 'https://other.example/x' });
    expect(await ask(fresh('loop'), host)).toMatchObject({ status: 502, answer: { code: 'NETWORK_ERROR' } });
    expect(asked.length).toBeLessThan(12);
  });

  it.each([
    [404, 'text/html', 404, 'NOT_FOUND'],
    [403, 'text/html', 502, 'READ_ERROR'],
    [429, 'text/html', 429, 'RATE_LIMITED'],
    [503, 'text/html', 502, 'SERVER_ERROR'],
    [200, 'image/png', 415, 'UNSUPPORTED'],
  ])('answers a %i of type %s with %i %s', async (given, type, status, code) => {
    const { host } = await serveWeb((_asked, response) => response.writeHead(given, { 'content-type': type }).end('x'));
    expect(await ask(fresh(), host)).toMatchObject({ status, answer: { code } });
  });

  it('says NETWORK_ERROR where the site cannot be reached', async () => {
    expect(await ask('https://nowhere.example/', '')).toMatchObject({ answer: { code: 'NETWORK_ERROR' } });
  });

  it.each([
    'http://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'no address',
  ])('refuses %s, whatever the operator listed', async (url) => {
    const settings = { TOOLYARD_ALLOW_HOSTS: ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'] };
    const { status, answer } = await askService('web-fetch', { url, prompt: 'x' }, settings);
    expect([status, answer.code]).toEqual([400, 'URL_REFUSED']);
  });

  it('reads no more of a page than five megabytes', async () => {
    const { host } = await serveWeb((_asked, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('word '.repeat(1_200_000)),
    );
    expect((await ask(fresh(), host, 'word')).answer).toMatchObject({ cut: true, bytes: 5_000_000 });
  });

  it('reads a bundled document without a network', async () => {
    const url = 'toolyard://docs/permissions';
    expect((await askService('web-fetch', { url, prompt: 'Which modes are there?' })).answer).toMatchObject({
      kind: 'page',
      title: 'Permissions',
      text: expect.stringContaining('bypassPermissions'),
    });
    const missing = await askService('web-fetch', { url: 'toolyard://docs/none', prompt: 'x' });
    expect(missing).toMatchObject({ status: 404, answer: { code: 'NOT_FOUND' } });
  });
});

describe('toMarkdown', () => {
  it('gives the bare words of a page that would keep the converter busy for half a minute', async () => {
    const { text } = await toMarkdown(`<title>Deep</title>${'<div>'.repeat(50_000)}the words`);
    expect(text).toBe('the words');
  });

  it('reads on from each of half a million tags, not through the page for each', () => {
    expect(htmlText('<svg></svg>x'.repeat(400_000))).toHaveLength(400_000);
  });

  it.each([
    ['<p>a &lt;b&gt; &#65;&#x42; &nope; c</p>', '\na <b> AB &nope; c\n'],
    ['<SCRIPT>no</SCRIPT>yes', 'yes'],
    ['<Script>no</sCRIPT>yes', 'yes'],
    ['<style>no', ''],
    ['a < b', 'a '],
    ['', ''],
  ])('wordsOf(%j)', (html, words) => expect(htmlText(html)).toBe(words));
});

describe('relevantPassages', () => {
  const page = Array.from({ length: 40 }, (_, n) => `## Part ${n}\n\n${`filler${n} `.repeat(60)}`).join('\n\n');

  it('finds what fits in a long page, in its order, with gaps marked', async () => {
    const text = await relevantPassages(
      `${page}\n\n## Late\n\nThe zebra sleeps.`,
      'Where does the zebra sleep, part 3?',
    );
    expect(text).toContain('The zebra sleeps.');
    expect(text).toContain('[…]');
    expect(text.indexOf('## Part 3\n')).toBeLessThan(text.indexOf('## Late'));
    expect(text.length).toBeLessThan(8_000);
  });

  it('gives the beginning where nothing fits', async () => {
    expect(await relevantPassages(page, 'xylophone')).toMatch(/^## Part 0\n/);
    expect(await relevantPassages('', 'x')).toBe('');
  });
});

describe('PageCache', () => {
  it('forgets pages after fifteen minutes by itself, and the oldest where there is too much', () => {
    let now = 0;
    const cache = new PageCache(() => now);
    const page = (text: string) => ({ title: '', text, body: text, type: 'text/plain', bytes: 0, cut: false });
    cache.set('a', page('1'));
    now += 14 * 60_000;
    cache.set('b', page('2'));
    expect([cache.get('a')?.text, cache.size]).toEqual(['1', 2]);
    now += 60_001;
    expect([cache.get('a'), cache.get('b')?.text, cache.size]).toEqual([undefined, '2', 1]);
    cache.set('c', page('x'.repeat(15_000_000)));
    cache.set('d', page('x'.repeat(15_000_000)));
    expect([cache.get('c'), cache.get('d')?.text.length]).toEqual([undefined, 15_000_000]);
  });
});
