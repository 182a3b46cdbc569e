import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { entriesOfZip } from '@/lib/client/workspace/archive';
import { PROJECTS, type Project } from '@/lib/sandbox/embedded/testing/projects';
import { expect, test } from '../fixtures/test';
import { FilesPane } from '../pages/files-pane';

const GIT = 'git -c user.name=Tester -c user.email=tester@example.org';
/** The output of the checks in the sandbox, in a place that git does not see. */
const PRINTED = '.git/printed';

/** One shell line that runs all checks and writes their output to a file. */
const checked = ({ checks }: Project): string => `{ ${checks.join('; ')}; } > ${PRINTED} 2>/dev/null`;

/** Writes the files of an archive to a folder on this machine, with links and permissions. */
function unpack(archive: Uint8Array, folder: string): void {
  const imported = entriesOfZip(archive);
  if (!imported.ok) throw new Error(imported.fault);
  for (const entry of imported.entries) {
    const path = join(folder, entry.path);
    mkdirSync(entry.type === 'directory' ? path : dirname(path), { recursive: true });
    if (entry.type === 'symlink') symlinkSync(entry.target, path);
    else if (entry.type === 'file') writeFileSync(path, entry.data, { mode: entry.mode });
  }
}

/** The part of an output that is the same wherever it runs. */
const settled = (text: string, folder: string): string =>
  text
    .replaceAll(folder, '<folder>')
    .replaceAll(/\d+(?:\.\d+)?(?= ?ms\b)/g, 'N')
    .replaceAll(/(?<=duration_ms:? )\d+(?:\.\d+)?/g, 'N');

// The other projects do the same outside a browser, in `lib/sandbox/embedded/journeys.test.ts`.
for (const project of PROJECTS.slice(0, 1)) {
  test(`${project.name}: opened, installed, tested, changed, committed and taken out @long`, async ({
    page,
    playground,
  }) => {
    test.slow();
    const files = new FilesPane(page);
    const { terminal } = playground;
    let step = 0;
    const run = async (line: string) => {
      step += 1;
      await terminal.paste(`clear; ${line}; echo "step ${step}: $?"`);
      await expect(terminal.text).toContainText(`step ${step}: 0`, { timeout: 120_000 });
    };

    await playground.open({ scenario: 'fix-the-test' });
    await expect(playground.file('README.md')).toBeVisible();
    const archive = zipSync(
      Object.fromEntries(
        Object.entries(project.files).map(([path, text]) => [`${project.name}/${path}`, strToU8(text)]),
      ),
    );
    await files.choose('Open a zip archive…', [
      { name: `${project.name}.zip`, mimeType: 'application/zip', buffer: Buffer.from(archive) },
    ]);
    await files.dialog.getByRole('button', { name: 'Replace the project' }).click();
    await expect(files.row(/^package\.json/)).toBeVisible();
    await playground.show('Terminal');
    await terminal.waitForPrompt();

    await run(`rm -rf .git && git init -q -b main . && git add -A && ${GIT} commit -qm first`);
    await run('npm install');
    await run('npm test');
    await run(project.change);
    await run('npm ci && npm test');
    await run(`git add -A && ${GIT} commit -qm changed && git status --short && git fsck`);
    await run(checked(project));
    await run('git rev-parse HEAD > .git/head');

    const { bytes } = await files.download(() => files.project('Download as a zip'));
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-journey-')));
    try {
      unpack(bytes, folder);
      const printed = settled(readFileSync(join(folder, PRINTED), 'utf8'), '/home/project');
      const native = (line: string) =>
        execFileSync('bash', ['-c', line], {
          cwd: folder,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, HOME: join(folder, '.git'), LANG: 'C.UTF-8', NODE_ENV: 'test' },
        });
      expect(native('git rev-parse HEAD')).toBe(readFileSync(join(folder, '.git/head'), 'utf8'));
      expect(native('git status --porcelain; git fsck --no-dangling; git log --format=%s')).toBe('changed\nfirst\n');
      native(checked(project));
      expect(settled(readFileSync(join(folder, PRINTED), 'utf8'), folder)).toBe(printed);
      // npm itself finds nothing to change.
      expect(
        native('npm ls --all >/dev/null && npm ci --dry-run --ignore-scripts --no-audit --no-fund 2>&1 | head -1'),
      ).not.toContain('error');
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}
