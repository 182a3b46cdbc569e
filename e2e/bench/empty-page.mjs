import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { BROWSER_ARGS } from '../run/browser/args.mjs';

const ISOLATED = {
  'content-type': 'text/html',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * Bundles an entry and runs a function on an empty page of a new browser, isolated as the playground is. There,
 * `residentBytes()` returns the memory of the browser's page processes (Linux only; NaN elsewhere).
 *
 * @template T, A
 * @param {import('../run/browser/find.mjs').Browser} browser @param {string} url the server's, for the sandbox's frame
 * @param {string} entry a file beside this one @param {(given: A) => Promise<T>} work runs in the page, after the entry
 * @param {A} [given] what it is called with
 * @returns {Promise<T>}
 */
export async function inEmptyPage({ path, env }, url, entry, work, given) {
  const running = await chromium.launch({ executablePath: path, args: BROWSER_ARGS, env: { ...process.env, ...env } });
  try {
    const page = await running.newPage();
    await page.route('**/empty', (route) => route.fulfill({ headers: ISOLATED, body: '<!doctype html>' }));
    await page.exposeFunction('residentBytes', () => residentBytes(running));
    await page.goto(`${url}/empty`);
    await page.addScriptTag({ content: await bundle(entry) });
    return await page.evaluate(work, given);
  } finally {
    await running.close();
  }
}

/** @param {string} entry */
async function bundle(entry) {
  const { outputFiles } = await build({
    absWorkingDir: join(import.meta.dirname, '../..'),
    entryPoints: [join('e2e/bench', entry)],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** Only page processes: the browser's own caches are not the page's. @param {import('@playwright/test').Browser} running */
async function residentBytes(running) {
  const session = await running.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  let kilobytes = 0;
  for (const { id, type } of processInfo) {
    if (type !== 'renderer') continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    kilobytes += Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN);
  }
  return kilobytes * 1024;
}
