// Runs every `*.bench.ts` and reports each case's time, compared with the first case of its group, and the figures they report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ name: string, median: number, p99: number }} Case */

/** Rows for the table: what, median, ratio. @param {string[]} files as filters; all of them if empty */
export async function unitBenches(files = []) {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-bench-'));
  const output = join(folder, 'bench.json');
  const figures = join(folder, 'figures.tsv');
  try {
    const command = ['node_modules/vitest/vitest.mjs', 'bench', '--run', '--silent', '--outputJson', output, ...files];
    const env = { ...process.env, TOOLYARD_FIGURES: figures };
    await writeFile(figures, '');
    const vitest = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(vitest, 'exit');
    if (code !== 0) throw new Error(`The benchmarks of the parts ended with code ${code}.`);
    /** @type {{ files: { groups: { fullName: string, benchmarks: Case[] }[] }[] }} */
    const report = JSON.parse(await readFile(output, 'utf8'));
    const times = report.files.flatMap(({ groups }) => groups.flatMap(({ benchmarks }) => rowsOf(benchmarks)));
    const lines = (await readFile(figures, 'utf8')).split('\n').filter((line) => line !== '');
    return [...times, ...lines.map((line) => line.split('\t'))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {Case[]} cases */
function rowsOf(cases) {
  const [first] = cases;
  return cases.map((one) => {
    const ratio = first && one !== first ? `${(one.median / first.median).toFixed(1)} × ${first.name}` : '';
    return [one.name, `${(one.median * 1000).toFixed(2)} µs`, ratio];
  });
}
