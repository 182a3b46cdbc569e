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
 * Starts the sandbox on an empty page, with empty caches: what it takes by itself, with nothing loaded beforehand.
 *
 * @param {import('../run/browser/find.mjs').Browser} browser @param {string} url
 * @returns {Promise<import('./boot-entry').BootTimes>}
 */
export async function bootAlone({ path, env }, url) {
  const running = await chromium.launch({ executablePath: path, args: BROWSER_ARGS, env: { ...process.env, ...env } });
  try {
    const page = await running.newPage();
    await page.route('**/empty', (route) => route.fulfill({ headers: ISOLATED, body: '<!doctype html>' }));
    await page.goto(`${url}/empty`);
    await page.addScriptTag({ content: await bundle() });
    return await page.evaluate(() => window.boot());
  } finally {
    await running.close();
  }
}

/** @returns {Promise<string>} */
async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: join(import.meta.dirname, '../..'),
    entryPoints: ['e2e/bench/boot-entry.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
  });
  return outputFiles.map(({ text }) => text).join('');
}
