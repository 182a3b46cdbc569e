import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSandbox } from './build.mjs';
import { WORKDIR } from './kernel/layout';
import { buildPackages } from './packages/build.mjs';
import { PROJECTS } from './testing/projects';
import { TestSandbox, type TestPrograms } from './testing/sandbox';

const LONG = process.env.TOOLYARD_LONG !== undefined && process.version.startsWith('v20.');
const GIT = 'git -c user.name=Tester -c user.email=tester@example.org';
/** Milliseconds a whole journey may take. */
const DEADLINE = 400_000;

/** What is the same wherever it runs. */
const settled = (text: string, folder: string): string =>
  text
    .replaceAll(folder, '<folder>')
    .replaceAll(/\b\d+(?:\.\d+)? ?m?s\b/g, 'N ms')
    .replaceAll(/(?<=duration_ms:? )\d+(?:\.\d+)?/g, 'N');

/** Writes the sandbox's project into a folder of this machine. */
function takeOut({ fs }: TestSandbox, folder: string): void {
  for (const { path, type, mode } of fs.below(WORKDIR)) {
    const full = join(folder, path.slice(WORKDIR.length));
    if (type === 'directory') mkdirSync(full);
    else if (type === 'symlink') symlinkSync(fs.readlink(path), full);
    else writeFileSync(full, fs.read(path), { mode });
  }
}

describe.runIf(LONG)('a project is installed, tested, changed, committed and taken out', () => {
  const bundles = mkdtempSync(join(tmpdir(), 'toolyard-bundles-'));
  let programs: TestPrograms;

  beforeAll(async () => {
    await buildSandbox(bundles);
    await buildPackages(join(bundles, 'packages'));
    const bundle = (name: string) => new Blob([readFileSync(join(bundles, `${name}.js`))]);
    programs = {
      shell: bundle('shell'),
      node: bundle('node'),
      git: bundle('git'),
      search: bundle('search'),
    };
  }, 240_000);
  afterAll(() => rmSync(bundles, { recursive: true, force: true }));

  it.each(PROJECTS)('$name', { timeout: DEADLINE + 60_000 }, async ({ files, change, checks }) => {
    const checked = `{ ${checks.join('; ')}; } > .git/printed 2> .git/said`;
    const command = [
      `git init -q -b main . && git add -A && ${GIT} commit -qm first`,
      '(npm install && npm test) >&2',
      `(${change}; npm ci && npm test) >&2`,
      `git add -A && ${GIT} commit -qm changed && git status --short && git fsck`,
      checked,
      'git rev-parse HEAD > .git/head',
    ].join(' && ');
    const packageFile = (file: string) => new Uint8Array(readFileSync(join(bundles, 'packages', file)));
    const sandbox = new TestSandbox(programs, packageFile);
    for (const [path, text] of Object.entries(files)) {
      sandbox.fs.mkdir(dirname(`${WORKDIR}/${path}`), { recursive: true });
      sandbox.fs.write(`${WORKDIR}/${path}`, new TextEncoder().encode(text));
    }
    const ran = await sandbox.run('bash', ['-c', command], { NO_COLOR: '1' }, '', DEADLINE);
    sandbox.close();
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-journey-')));
    try {
      takeOut(sandbox, folder);
      const native = (line: string) =>
        execFileSync('bash', ['-c', line], {
          cwd: folder,
          encoding: 'utf8',
          env: {
            NODE_ENV: 'test',
            NO_COLOR: '1',
            PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
            HOME: join(folder, '.git'),
            LANG: 'C.UTF-8',
          },
        });
      const printed = () => readFileSync(join(folder, '.git/printed'), 'utf8');
      expect(native('git rev-parse HEAD')).toBe(readFileSync(join(folder, '.git/head'), 'utf8'));
      expect(native('git status --porcelain; git fsck --no-dangling; git log --format=%s')).toBe('changed\nfirst\n');
      const ours = settled(printed(), WORKDIR);
      native(checked);
      expect(settled(printed(), folder)).toBe(ours);
      // npm itself finds everything where it is to be.
      native('npm ls --all');
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
