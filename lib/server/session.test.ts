import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionOf, sessionSecret } from './caller';

const SECRET = 'the secret of this test';
const ask = (headers: Record<string, string>, secret = SECRET) =>
  sessionOf(new Request('http://localhost/', { headers }), secret);
const cookieOf = (setCookie: string | undefined): string => setCookie?.split(';')[0] ?? '';

describe('sessionOf', () => {
  it('knows its own cookie again, and no other', () => {
    const first = ask({});
    if (!first.ok) throw new Error(first.message);
    const cookie = cookieOf(first.setCookie);
    expect(ask({ cookie })).toEqual({ ok: true, owner: first.owner });
    expect(ask({ cookie: `a=b; ${cookie}; c=d` })).toEqual({ ok: true, owner: first.owner });
    for (const [bad, secret] of [
      [cookie, 'another secret of a test'],
      [cookie.replace(/\..*/, '.'), SECRET],
      [cookie.replace('=', '=x'), SECRET],
      ['toolyard_session=', SECRET],
    ] as const) {
      expect(ask({ cookie: bad }, secret)).toMatchObject({ ok: true, setCookie: expect.any(String) });
    }
  });

  it('looks at few cookies of its name, however many are sent', () => {
    const first = ask({});
    if (!first.ok) throw new Error(first.message);
    const cookie = cookieOf(first.setCookie);
    const after = (others: number) => ask({ cookie: `${'a=b;toolyard_session=a.b;'.repeat(others)}${cookie}` });
    expect([after(3), after(400)]).toEqual([
      { ok: true, owner: first.owner },
      { ok: true, owner: expect.not.stringContaining(first.owner), setCookie: expect.any(String) },
    ]);
  });

  it('keeps nothing of a bearer string but a hash', () => {
    const bearer = 'x'.repeat(32);
    const session = ask({ authorization: `bearer ${bearer}` });
    expect(session).toEqual({ ok: true, owner: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(ask({ authorization: `Bearer ${bearer}` })).toEqual(session);
    expect(ask({ authorization: `Bearer ${bearer}y` })).not.toEqual(session);
    expect(ask({ authorization: `Bearer ${bearer.slice(1)}` })).toMatchObject({ ok: false });
  });
});

describe('sessionSecret', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secret-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made once, kept for its owner only, and survives a restart', async () => {
    const data = join(folder, 'data');
    const secret = sessionSecret(data, undefined);
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(sessionSecret(data, undefined)).toBe(secret);
    expect(await readFile(join(data, 'session-secret'), 'utf8')).toBe(secret);
    expect((await stat(join(data, 'session-secret'))).mode & 0o077).toBe(0);
  });

  it.each(['', 'half'])('is never what a full disk has left of it: "%s"', async (left) => {
    await writeFile(join(folder, 'session-secret'), left);
    const secret = sessionSecret(folder, undefined);
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(sessionSecret(folder, undefined)).toBe(secret);
    expect(await readdir(folder)).toEqual(['session-secret']);
  });

  it('is the operator’s where there is one, and then nothing is written', async () => {
    expect(sessionSecret(join(folder, 'none'), 'given')).toBe('given');
    await expect(stat(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });
});
