import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../../lib/launch/root.mjs';
import { launches } from './launches.mjs';
import { packaged } from './packaged.mjs';
import { chosen, installedByPlaywright, installedByUs, system, systemAfterApt } from './sources.mjs';

/** @typedef {{ path: string; env?: Record<string, string> }} Browser */

const REMEMBERED = join(ROOT, 'node_modules', '.cache', 'toolyard', 'browser.json');

/** Where a Chromium may come from, cheapest first. @type {[string, () => Browser[] | Promise<Browser[]>][]} */
const SOURCES = [
  ['CHROMIUM_PATH', chosen],
  ['the one that worked last time', remembered],
  ["Playwright's own", installedByPlaywright],
  ['installed on this system', system],
  ['playwright install', installedByUs],
  ['apt', systemAfterApt],
  ['the npm package @sparticuz/chromium', packaged],
];

/**
 * Finds or installs a Chromium that actually launches here. `TOOLYARD_BROWSER=package` only uses the one in the npm package.
 *
 * @param {(text: string) => void} say
 * @returns {Promise<Browser>}
 */
export async function findBrowser(say) {
  const packageOnly = process.env.TOOLYARD_BROWSER === 'package';
  const sources = packageOnly ? SOURCES.slice(-1) : SOURCES;
  for (const [name, get] of sources) {
    for (const browser of await get()) {
      const problem = await launches(browser);
      if (problem === undefined) {
        say(`Browser: ${browser.path} (${name})`);
        if (!packageOnly) remember(browser);
        return browser;
      }
      say(`Not ${browser.path} (${name}): ${problem}`);
    }
  }
  throw new Error(
    'No Chromium could be found or installed. Set CHROMIUM_PATH, or run: npx playwright install --with-deps chromium',
  );
}

/** @returns {Browser[]} */
function remembered() {
  try {
    return [JSON.parse(readFileSync(REMEMBERED, 'utf8'))];
  } catch {
    return [];
  }
}

/** @param {Browser} browser */
function remember(browser) {
  mkdirSync(dirname(REMEMBERED), { recursive: true });
  writeFileSync(REMEMBERED, JSON.stringify(browser));
}
