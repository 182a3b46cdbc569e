import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSandbox } from '../build.mjs';
import { runNative } from '../testing/native';
import { differenceOf } from '../testing/outcome';
import type { TestPrograms } from '../testing/sandbox';
import { readCases } from './testing/differential/cases';
import { runEmbedded } from './testing/differential/embedded';
import { knownDifferences, writeDifferences } from './testing/differential/table';
import { BROTLI_MODULE } from './upstream/plugin.mjs';

const LONG = process.env.TOOLYARD_LONG !== undefined;
const WRITES = process.env.TOOLYARD_WRITE_DIFFERENCES !== undefined;

const all = readCases();
const cases = LONG ? all : all.filter((_, index) => index % 16 === 0);

/** Of the package set, what the cases need. */
const packageFile = (file: string) => (file === 'brotli.wasm' ? readFileSync(BROTLI_MODULE) : undefined);

/** The machine's node, by this process's own; its npm keeps no logs in the folder of a case and asks the registry nothing. */
const env = {
  PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  npm_config_cache: join(tmpdir(), 'toolyard-npm-cache'),
  npm_config_update_notifier: 'false',
};

describe.runIf(process.version.startsWith('v20.'))("the sandbox's node beside the machine's", () => {
  const known = knownDifferences();
  const found: Parameters<typeof writeDifferences>[0][number][] = [];
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-bundles-'));
  let programs: TestPrograms;

  beforeAll(async () => {
    await buildSandbox(folder);
    const bundle = (name: string) => new Blob([readFileSync(join(folder, `${name}.js`))]);
    programs = { shell: bundle('shell'), node: bundle('node'), git: bundle('git'), search: bundle('search') };
  });

  it.each(cases)('$id', async (one) => {
    const [native, ours] = await Promise.all([
      runNative(one.command, one.files, { env }),
      runEmbedded(programs, one, packageFile),
    ]);
    const what = differenceOf(native, ours);
    if (what) found.push({ id: one.id, what, said: ours.stderr });
    if (WRITES) return;
    if (known.has(one.id)) return;
    expect(what === undefined ? native : { ...ours, stderr: '' }, ours.stderr).toEqual(
      what === undefined ? native : { ...native, stderr: '' },
    );
  });

  it('refuses more buffers than a program may hold, which it can catch', async () => {
    const main =
      'const all = []; try { for (;;) all.push(new ArrayBuffer(2 ** 28)); } catch (e) { console.log(all.length, e.message); }';
    const { stdout, code } = await runEmbedded(programs, {
      id: 'memory',
      files: { 'main.js': main },
      command: 'node main.js',
    });
    expect([code, stdout]).toEqual([0, '8 Array buffer allocation failed: a program here has 2 GiB at most\n']);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    if (WRITES) writeDifferences(found);
  });
});
