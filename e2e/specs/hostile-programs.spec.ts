import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Browser, type Page } from '@playwright/test';
import { BOMBS } from '../fixtures/hostile/bombs';
import { BUSY } from '../fixtures/hostile/busy';
import type { Outcome } from '../fixtures/hostile/entry';
import { ON_FILES } from '../fixtures/hostile/on-files';
import type { HostileProgram } from '../fixtures/hostile/program';
import {
  AT_THE_PAGE,
  named,
  networkPrograms,
  OF_NODE,
  OF_THE_SHELL,
  OF_WORKERS,
  scriptOf,
} from '../fixtures/hostile/reaching';
import { DOMAIN, listen, type Listeners } from '../fixtures/leaks/listeners';
import { addSuite, isolatedPage } from '../fixtures/suite-page';

/** Programs that the short run tries too. */
const SHORT = new Set([
  'fork bomb of the shell',
  'a busy loop under timeout',
  'tar to the folder above',
  'powers in any scope',
  'messages of the kernel',
]);

async function openSandbox(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ baseURL });
  await page.route('**/hostile', (route) => route.fulfill(isolatedPage('Hostile')));
  await page.goto('/hostile');
  await addSuite(page, 'e2e/fixtures/hostile/entry.ts');
  await page.evaluate(() => window.hostile.start());
  return page;
}

/** One sandbox per worker: the programs share it, and each must find it intact. */
const test = base.extend<object, { sandboxPage: Page }>({
  sandboxPage: [
    async ({ browser }, use, { project: { use: options } }) => {
      const page = await openSandbox(browser, options.baseURL ?? '');
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
});

for (const [what, programs] of Object.entries({
  takes: BOMBS,
  'goes on': BUSY,
  harms: ON_FILES,
  reaches: AT_THE_PAGE,
})) {
  test.describe(`a program that ${what}`, () => {
    for (const program of programs) {
      test(`${program.name}${SHORT.has(program.name) ? '' : ' @long'}`, async ({ sandboxPage }) => {
        // The run only ends once the page and the shell have responded. How fast they do is for the bench.
        const { shown, lost, heard } = await run(sandboxPage, program);
        if (program.shows) expect(shown).toMatch(program.shows);
        expect({ lost, heard }).toEqual({ lost: [], heard: [] });
      });
    }
  });
}

const run = (page: Page, program: HostileProgram): Promise<Outcome> =>
  page.evaluate(({ name, files, line, endless }) => window.hostile.run({ name, files, line, endless }), program);

/** Tries the ways where nothing blocks them: in the machine's own Node, and in a worker of an ordinary page. */
async function tryUnguarded(browser: Browser, listeners: Listeners): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-ways-'));
  for (const [name, way] of named('control-node', OF_NODE)) {
    const path = join(folder, `${name}.cjs`);
    writeFileSync(path, scriptOf(name, way, listeners));
    await once(spawn(process.execPath, [path], { stdio: 'ignore' }), 'exit');
  }
  rmSync(folder, { recursive: true });
  const workers = named('control-worker', OF_WORKERS).map(([name, way]) => {
    const { url, host, port } = listeners.addressOf(name);
    return `(async (url, host, port) => { ${way} })(${JSON.stringify(url)}, '${host}', ${port})`;
  });
  const page = await browser.newPage();
  await page.goto(listeners.serve('/workers', '<!doctype html><title>Workers</title>'));
  await page.evaluate((texts) => {
    const blobs = texts.map((text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
    Object.assign(window, { kept: blobs.map((blob) => new Worker(blob)) });
  }, workers);
}

test('a program reaches no network, by whatever way it tries @long', async ({
  playwright,
  launchOptions,
  baseURL,
}, info) => {
  test.slow();
  const tried = [...named('node', OF_NODE), ...named('worker', OF_WORKERS), ...named('shell', OF_THE_SHELL)];
  const names = tried.map(([name]) => name);
  const controls = names.filter((name) => !name.startsWith('shell-')).map((name) => `control-${name}`);
  const listeners = await listen([...names, ...controls]);
  const log = info.outputPath('network.json');
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--log-net-log=${log}`],
  });
  try {
    const page = await openSandbox(browser, baseURL ?? '');
    for (const program of networkPrograms(listeners)) {
      await test.step(program.name, async () => expect((await run(page, program)).lost).toEqual([]));
    }
    await tryUnguarded(browser, listeners);
    // Once all unguarded ways have arrived, anything tried before would have arrived too.
    await expect.poll(() => controls.filter((name) => !listeners.arrived.has(name)), { timeout: 60_000 }).toEqual([]);
    await browser.close();
    const seen = await readFile(log, 'utf8');
    expect(names.filter((name) => listeners.arrived.has(name))).toEqual([]);
    // The browser's own log contains the names it looked up.
    expect(seen).toContain('control-worker-fetch');
    expect(seen.match(new RegExp(`(node|worker|shell)-[a-z0-9-]+\\.${DOMAIN}`, 'g')) ?? []).toEqual([]);
  } finally {
    await browser.close();
    listeners.close();
  }
});
