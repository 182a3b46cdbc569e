import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import fastGlob from 'fast-glob';
import { inEmptyPage } from './empty-page.mjs';
import { searchTree, SEARCHES, WARM_RUNS } from './search-tree.mjs';
import { median } from './statistics.mjs';

const GLOB = '**/*.ts';

/**
 * Grep and Glob in the embedded sandbox compared with native ripgrep and fast-glob on the same files, and reads through the
 * whole pipeline. Rows for the table: what, value, note.
 *
 * @param {import('../run/browser/find.mjs').Browser} browser @param {string} url
 */
export async function searchRows(browser, url) {
  const theirs = await native();
  const { searches, glob, series, parallel } = await inEmptyPage(browser, url, 'search-entry.ts', () =>
    window.searchBench(),
  );
  const rows = [...searches, glob].map((ours, index) => beside(ours, theirs[index] ?? ours));
  const ratio = median(parallel) / median(series);
  return [
    ...rows.flat(),
    ['10 reads in series', ms(median(series)), 'through the whole pipeline'],
    ['10 reads in parallel', ms(median(parallel)), `${ratio.toFixed(2)} × in series`],
  ];
}

/** @typedef {import('./search-entry').Timed} Timed */

/** @param {Timed} ours @param {Timed} theirs */
function beside(ours, theirs) {
  if (ours.found !== theirs.found) throw new Error(`${ours.name}: ${ours.found} files found, not ${theirs.found}.`);
  const what = ours.name === 'glob' ? `Glob ${GLOB}` : `Grep, ${ours.name}`;
  const warm = median(ours.warm) / median(theirs.warm);
  const cold = ours.cold / theirs.cold;
  return [
    [`${what}, ripgrep`, ms(median(theirs.warm)), `first time ${ms(theirs.cold)}`],
    [
      `${what}, ours`,
      ms(median(ours.warm)),
      `${warm.toFixed(2)} × (goal: ≤ 1); first ${ms(ours.cold)}, ${cold.toFixed(1)} ×`,
    ],
  ];
}

/** Runs ripgrep on the same files in a folder of this machine. */
async function native() {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-search-'));
  try {
    for (const [path, text] of searchTree()) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const common = ['--no-config', '--no-require-git', '--color=never', '--no-heading'];
    const rows = [];
    for (const { name, args } of SEARCHES)
      rows.push(await timed(name, () => ripgrep(folder, [...common, ...args, '.'])));
    const files = () => ripgrep(folder, [...common, '--files', '--sortr=modified', `--glob=${GLOB}`]);
    const globbed = await timed('glob', files);
    const plain = await fastGlob(GLOB, { cwd: folder });
    if (plain.length !== globbed.found) throw new Error(`fast-glob finds ${plain.length} files, not ${globbed.found}.`);
    return [...rows, globbed];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @param {() => Promise<number>} work @returns {Promise<Timed>} */
async function timed(name, work) {
  const started = performance.now();
  const found = await work();
  const cold = performance.now() - started;
  const warm = [];
  for (let run = 0; run < WARM_RUNS; run++) {
    const again = performance.now();
    await work();
    warm.push(performance.now() - again);
  }
  return { name, cold, warm, found };
}

/** Runs ripgrep to its end; returns the number of files it names. @param {string} cwd @param {string[]} args */
async function ripgrep(cwd, args) {
  const child = spawn(rgPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  await once(child, 'close');
  return new Set(output.match(/^[^:\n]+\/file\d+\.\w+/gm)).size;
}

/** @param {number} value */
const ms = (value) => `${value.toFixed(1)} ms`;
