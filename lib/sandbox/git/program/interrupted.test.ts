import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeGitFs } from '../testing/node-git-fs';
import type { GitFs } from '../git-fs';
import { runGit } from './run-git';

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-git-interrupted-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Files of which no more than so many writes succeed, as on a disk that becomes full. */
function filling(writes: number): GitFs {
  const fs = nodeGitFs();
  let left = writes;
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  return { ...fs, writeFile: (...args) => (left-- > 0 ? fs.writeFile(...args) : full()) };
}

async function git(line: string, fs = nodeGitFs()): Promise<{ code: number; out: string }> {
  let out = '';
  const own = {
    GIT_AUTHOR_NAME: 'Me',
    GIT_AUTHOR_EMAIL: 'me@x',
    GIT_COMMITTER_NAME: 'Me',
    GIT_COMMITTER_EMAIL: 'me@x',
  };
  const code = await runGit(line.split(' '), {
    fs,
    cwd: root,
    env: own,
    settings: join(root, 'settings'),
    out: (text) => void (out += typeof text === 'string' ? text : new TextDecoder().decode(text)),
    err: () => undefined,
    input: async () => new Uint8Array(),
    run: async () => ({ code: 0, out: '' }),
  });
  return { code, out };
}

/** Starts again, with a file whose staged text is nowhere else. */
async function settle(): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await mkdir(root);
  await git('init -q');
  for (const name of ['one', 'two']) await writeFile(join(root, name), 'first\n');
  await git('add .');
  await git('commit -qm first');
  await writeFile(join(root, 'two'), 'staged\n');
  await git('add two');
  for (const name of ['one', 'two']) await writeFile(join(root, name), 'later\n');
}

/** The most writes that any of the commands needs. */
const MOST = 30;

describe('a command that a full disk ends keeps what is staged', () => {
  it.each(['commit -m x one', 'commit -m x -o one', 'commit --amend -m x one', 'commit -am x', 'commit -m x -i two'])(
    'git %s',
    async (line) => {
      let writes = 0;
      for (; writes < MOST; writes++) {
        await settle();
        const { code } = await git(line, filling(writes));
        // What is committed is no longer only staged.
        const isCommitted = (await git('rev-list --count HEAD')).out !== '1\n' || code === 0;
        const staged = isCommitted && / -a| -i/.test(line) ? /^(?:staged|later)\n$/ : /^staged\n$/;
        expect((await git('show :two')).out, `after ${writes} writes`).toMatch(staged);
        if (code === 0) break;
      }
      expect(writes).toBeGreaterThan(0);
      expect(writes).toBeLessThan(MOST);
    },
  );
});

describe('a command that a full disk ends leaves HEAD at a commit', () => {
  it.each(['branch -m other', 'checkout -b other', 'commit -m x', 'reset --hard HEAD'])('git %s', async (line) => {
    let writes = 0;
    for (; writes < MOST; writes++) {
      await settle();
      const { code } = await git(line, filling(writes));
      expect(await git('log --format=%s -1 --all HEAD'), `after ${writes} writes`).toMatchObject({ code: 0 });
      if (code === 0) break;
    }
    expect(writes).toBeGreaterThan(0);
    expect(writes).toBeLessThan(MOST);
  });
});
