import { describe, expect, it } from 'vitest';
import { MAX_SITES, MAX_STORED } from '../limits';
import { SitesData } from './site-data';

const url = (path: string, port = 3000) => new URL(path, `http://localhost:${port}`);
const none = { cleared: false, entries: [] };
const written = (cookies: string[]) => ({ cookies, writes: cookies.length, local: none, session: none });

describe('what sites keep', () => {
  it('are cookies by path, date and visibility', () => {
    const data = new SitesData();
    data.answered(url('/login'), [
      ['Set-Cookie', 'sid=1; HttpOnly; Path=/'],
      ['set-cookie', 'theme=dark; Path=/app'],
      ['content-type', 'text/html'],
      ['set-cookie', 'of-another=1; Domain=example.org'],
      ['set-cookie', ''],
    ]);
    expect([data.header(url('/app/x')), data.header(url('/')), data.cookies(url('/app'))]).toEqual([
      'theme=dark; sid=1',
      'sid=1',
      'theme=dark',
    ]);
    data.write(written(['a=b', 'theme=; Path=/app; Max-Age=0', 'sid=stolen; Path=/']), url('/app/'));
    expect([data.header(url('/app/x')), data.header(url('/'))]).toEqual(['a=b; sid=1', 'sid=1']);
  });

  it('are two storages a site', () => {
    const data = new SitesData();
    const local = {
      cleared: false,
      entries: [
        ['a', '1'],
        ['b', 'x'.repeat(MAX_STORED)],
      ] satisfies [string, string][],
    };
    data.write({ ...written([]), local }, url('/one'));
    expect(data.of(url('/two'))).toEqual({ cookies: '', local: [['a', '1']], session: [], databases: [] });
    expect(data.of(url('/', 4000)).local).toEqual([]);
    data.write({ ...written([]), local: { cleared: true, entries: [['a', null]] } }, url('/'));
    expect(data.of(url('/')).local).toEqual([]);
  });

  it('have no cookies as files, and leave when there are too many', () => {
    const data = new SitesData();
    const file = new URL('file:///index.html');
    data.write({ ...written(['a=b']), session: { cleared: false, entries: [['k', 'v']] } }, file);
    expect(data.of(file)).toEqual({ cookies: '', local: [], session: [['k', 'v']], databases: [] });
    for (let port = 1; port <= MAX_SITES; port += 1) data.of(url('/', port));
    expect(data.of(file).session).toEqual([]);
  });
});
