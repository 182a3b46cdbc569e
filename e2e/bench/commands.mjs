import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { LINES, MORNING, MORNING_RUNS, PROJECT_FILES, RUNS } from './command-lines.mjs';
import { inEmptyPage } from './empty-page.mjs';
import { searchTree } from './search-tree.mjs';
import { median } from './statistics.mjs';

/**
 * Command lines in the embedded sandbox compared with the same lines in this machine's bash, and the memory that a long morning
 * of them leaves behind. Rows for the table: what, value, note.
 *
 * @param {import('../run/browser/find.mjs').Browser} browser @param {string} url
 */
export async function commandRows(browser, url) {
  const rows = [];
  for (const folder of ['empty', 'project', 'tree']) {
    const theirs = await native(folder);
    const ours = await inEmptyPage(browser, url, 'commands-entry.ts', (kind) => window.commandsBench(kind), folder);
    const lines = LINES.filter((line) => line.folder === folder);
    for (const [index, { what, goal }] of lines.entries()) rows.push(row(what, ours[index], theirs[index], goal));
  }
  const { before, after } = await inEmptyPage(browser, url, 'commands-entry.ts', () => window.morningBench());
  const commands = MORNING.length * MORNING_RUNS;
  rows.push([`memory after ${commands} commands`, mb(after), `${mb(before)} before them`]);
  return rows;
}

/** @param {string} what @param {readonly number[]} ours @param {readonly number[]} theirs @param {string} [goal] */
function row(what, [first = Number.NaN, ...ours] = [], [, ...theirs] = [], goal) {
  const ratio = median(ours) / median(theirs);
  const note = `${ratio.toFixed(1)} × native's ${ms(median(theirs))}${goal ? ` (goal: ≤ ${goal} ×)` : ''}; first ${ms(first)}`;
  return [what, ms(median(ours)), note];
}

/** @param {string} kind @returns {Promise<number[][]>} milliseconds of each run of each line */
async function native(kind) {
  const home = await mkdtemp(join(tmpdir(), 'toolyard-commands-'));
  const folder = join(home, 'project');
  try {
    await mkdir(folder);
    let left = kind === 'empty' ? 0 : kind === 'project' ? PROJECT_FILES : Infinity;
    for (const [path, text] of searchTree()) {
      if (left-- <= 0) break;
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const times = [];
    for (const { line, again } of LINES.filter((one) => one.folder === kind)) {
      const runs = [];
      for (let run = 0; run < RUNS; run++) {
        if (again) await runLine(again, folder, home);
        const started = performance.now();
        await runLine(line, folder, home);
        runs.push(performance.now() - started);
      }
      times.push(runs);
    }
    return times;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** @param {string} line @param {string} cwd @param {string} home */
async function runLine(line, cwd, home) {
  const who = { GIT_AUTHOR_NAME: 'Me', GIT_AUTHOR_EMAIL: 'me@example.com', GIT_COMMITTER_NAME: 'Me' };
  const path = `${dirname(rgPath)}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  const env = { ...who, GIT_COMMITTER_EMAIL: 'me@example.com', HOME: home, PATH: path };
  const child = spawn('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (/** @type {Buffer} */ data) => (said += data));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${said}`);
}

/** @param {number} value */
const ms = (value) => `${value.toFixed(1)} ms`;

/** @param {number} bytes */
const mb = (bytes) => `${(bytes / 1_048_576).toFixed(0)} MB`;
