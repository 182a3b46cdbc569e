import { describe, expect, it } from 'vitest';
import { pageUrl, shownUrl } from './page-url';

const WORKDIR = '/home/w';

describe('pageUrl', () => {
  it.each([
    ['index.html', 'file:///index.html'],
    ['./web/../index.html', 'file:///index.html'],
    ['../../etc/passwd', 'file:///etc/passwd'],
    ['/index.html', 'file:///index.html'],
    ['/home/w/web/a.html', 'file:///web/a.html'],
    ['@web/a.html', 'file:///web/a.html'],
    ['web/', 'file:///web/'],
    ['a b.html?x=1#y', 'file:///a%20b.html?x=1#y'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['http://127.0.0.1:3000/a?b', 'http://localhost:3000/a?b'],
    ['localhost:3000/a', 'http://localhost:3000/a'],
    ['localhost', 'http://localhost/'],
  ])('%s is %s', (address, url) => expect(pageUrl(address, WORKDIR).href).toBe(url));

  it('sees an address from the page it stands on', () => {
    expect(pageUrl('b.html', WORKDIR, new URL('file:///web/a.html')).href).toBe('file:///web/b.html');
    expect(pageUrl('/b', WORKDIR, new URL('http://localhost:3000/a')).href).toBe('http://localhost:3000/b');
  });

  it.each([
    ['https://localhost:3000/', 'UNSUPPORTED'],
    ['//example.com/', 'UNSUPPORTED'],
    ['http://localhost.example.com/', 'UNSUPPORTED'],
    ['javascript:alert(1)', 'UNSUPPORTED'],
    ['http://', 'NOT_FOUND'],
  ])('%s is refused with %s', (address, code) =>
    expect(() => pageUrl(address, WORKDIR)).toThrow(expect.objectContaining({ code })),
  );
});

it.each([
  ['file:///web/a%20b.html?q=1', 'web/a b.html?q=1'],
  ['file:///%', '%'],
  ['http://localhost:3000/a', 'http://localhost:3000/a'],
])('%s is shown as %s', (url, shown) => expect(shownUrl(new URL(url))).toBe(shown));
