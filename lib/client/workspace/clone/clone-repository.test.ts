import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { says } from '@/lib/agent/agent.fixture';
import { unpackSnapshot } from '@/lib/ports/snapshot';
import { serveGit, type GitServer } from '@/lib/server/git-server.fixture';
import { openSite, type Site } from '@/lib/server/http.fixture';
import { closeWeb, serveWeb } from '@/lib/server/web.fixture';
import { cloneRepository } from './clone-repository';

const BIG = Array.from({ length: 20_000 }, (_, line) => `${line} ${line ** 3}`).join('\n');
let remote: GitServer;
let site: Site | undefined;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolyard-clone-'));
  remote = await serveGit({ 'README.md': 'a shop\n', 'bin/run.sh': '#!/bin/sh\necho ran\n', 'data/big.txt': BIG });
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await remote.close();
  await site?.dispose();
  site = undefined;
});

async function cloneFrom(url: string, allowed: string[]) {
  const opened = (site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: allowed }));
  const told: number[] = [];
  const snapshot = await cloneRepository(url, {
    fetch: (path, init) => fetch(new URL(path instanceof Request ? path.url : path, opened.url), init),
    onProgress: ({ bytes }) => told.push(bytes),
  });
  return { snapshot, told };
}

/** Puts the files where native git reads them. */
function unpack(snapshot: Uint8Array): (...args: string[]) => string {
  for (const entry of unpackSnapshot(snapshot)) {
    const path = join(folder, entry.path);
    if (entry.type === 'directory') mkdirSync(path);
    if (entry.type === 'symlink') symlinkSync(entry.target, path);
    if (entry.type !== 'file') continue;
    writeFileSync(path, entry.data);
    chmodSync(path, entry.mode);
  }
  return (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}

describe('a clone of a public repository', () => {
  it.each(['', '/', '.git'])(
    'has its files and its latest commit, as native git reads them: address%s',
    async (end) => {
      const { snapshot, told } = await cloneFrom(`${remote.url}${end === '.git' ? '/.git' : end}`, [remote.host]);
      const git = unpack(snapshot);
      expect(git('status', '--porcelain', '--branch')).toBe('## trunk...origin/trunk');
      expect(git('log', '--format=%s')).toBe('a shop');
      expect(git('rev-parse', 'HEAD')).toBe(remote.git('rev-parse', 'HEAD').trim());
      expect(git('ls-files', '-s')).toBe(remote.git('ls-files', '-s').trim());
      expect(git('fsck', '--full')).toBe('');
      expect(told.at(-1)).toBeGreaterThan(10_000);
    },
  );

  it.each([
    ['is not there', 'gone', 'NOT_FOUND'],
    ['is not listed, and private', 'shop', 'URL_REFUSED'],
  ])('is refused if it %s', async (_, name, code) => {
    const allowed = code === 'URL_REFUSED' ? [] : [remote.host];
    await expect(cloneFrom(`http://${remote.host}/${name}`, allowed)).rejects.toMatchObject({ code });
  });
});

describe('POST /api/services/git-relay', () => {
  it('gives up a repository that drips', async () => {
    const type = 'application/x-git-upload-pack-advertisement';
    const { host } = await serveWeb((_asked, response) => {
      response.writeHead(200, { 'content-type': type }).flushHeaders();
      const dripping = setInterval(() => response.write('0'), 10);
      response.on('close', () => clearInterval(dripping));
    });
    site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: [host] }, {}, { TOOLYARD_ANSWER_SECONDS: 1 });
    const answer = await fetch(`${site.url}/api/services/git-relay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ repository: `http://${host}/shop` }),
    });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    await closeWeb();
  });

  it.each([
    ['a page that is no repository', { repository: 'PAGE' }, 404],
    ['an address of another scheme', { repository: 'file:///etc' }, 400],
    ['another service of git', { repository: 'URL', service: 'git-receive-pack' }, 400],
  ])('answers nothing else: %s', async (_, body, status) => {
    site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: ['127.0.0.1'] });
    const repository = body.repository.replace('URL', remote.url).replace('PAGE', `${site.url}/api/session`);
    const answer = await fetch(`${site.url}/api/services/git-relay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, repository }),
    });
    expect(answer.status).toBe(status);
  });
});
