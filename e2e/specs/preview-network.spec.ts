import { readFile } from 'node:fs/promises';
import { expect, test, type BrowserContext } from '@playwright/test';
import { DOMAIN, listen, type Listeners } from '../fixtures/leaks/listeners';
import { pageOf } from '../fixtures/leaks/page';
import { LEAVING, STAYING } from '../fixtures/leaks/ways';
import { Playground } from '../pages/playground';

const named = (prefix: string, ways: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(ways).map(([name, way]) => [`${prefix}-${name}`, way]);

/** Opens the ways as pages of the sandbox, as a person does. */
async function tryInPreview(context: BrowserContext, listeners: Listeners): Promise<void> {
  const leaving = named('preview', LEAVING);
  const pages = {
    'staying.html': pageOf(named('preview', STAYING), listeners),
    ...Object.fromEntries(leaving.map((way) => [`${way[0]}.html`, pageOf([way], listeners)])),
  };
  const playground = new Playground(await context.newPage());
  await playground.open();
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  const program = `for (const [name, text] of Object.entries(${JSON.stringify(pages)})) require('fs').writeFileSync(name, text)`;
  await playground.terminal.paste(
    `echo ${btoa(program)} | base64 -d > write.cjs; node write.cjs && echo written $((6 * 7))`,
  );
  await expect(playground.terminal.text).toContainText('written 42');

  await playground.show('State');
  await playground.stores.show('Page');
  const shown = playground.page.frameLocator('iframe[title="Page of the sandbox"]');
  await playground.stores.openPage('staying.html');
  await expect(shown.getByRole('heading', { name: `tried ${Object.keys(STAYING).length}` })).toBeVisible({
    timeout: 60_000,
  });
  for (const [name] of leaving) {
    await playground.stores.openPage(`${name}.html`);
    await expect(playground.stores.pane.getByRole('status')).toHaveCount(0);
  }
}

/** Ways that only look up a name: they arrive in the browser's own log. */
const BY_NAME = new Set(['control-stun-by-name', 'control-dns-prefetch']);
/** Ways that a browser without all its parts, such as a headless shell, does not take on any page. */
const NOT_IN_EVERY_BROWSER = new Set(['control-preconnect', 'control-payment']);
/** A look-up that every version of the browser logs; those of WebRTC are logged only by some. */
const LOOKED_UP = `control-look-up.${DOMAIN}`;
/** The ways that have not arrived. */
const missing = (names: readonly string[], { arrived }: Listeners): string[] =>
  names.filter((name) => !arrived.has(name) && !BY_NAME.has(name) && !NOT_IN_EVERY_BROWSER.has(name));

/** Opens them as ordinary pages. */
async function tryUnguarded(context: BrowserContext, listeners: Listeners): Promise<void> {
  const page = await context.newPage();
  await page.goto(listeners.serve('/staying', pageOf(named('control', STAYING), listeners)));
  // Some need a visible page.
  const staying = named('control', STAYING).map(([name]) => name);
  await expect.poll(() => missing(staying, listeners), { timeout: 60_000 }).toEqual([]);
  await page.evaluate((url) => fetch(url, { mode: 'no-cors' }).catch(() => undefined), `http://${LOOKED_UP}/`);
  for (const way of named('control', LEAVING)) {
    const { href } = new URL(listeners.serve(`/in-${way[0]}`, pageOf([way], listeners)));
    const outer = await context.newPage();
    await outer.goto(listeners.serve(`/of-${way[0]}`, `<iframe src="${href}"></iframe>`), { waitUntil: 'commit' });
  }
}

test('a page of the sandbox reaches nothing, by whatever way it tries @long', async ({
  playwright,
  launchOptions,
  baseURL,
}, info) => {
  test.slow();
  const names = [...named('preview', { ...STAYING, ...LEAVING }), ...named('control', { ...STAYING, ...LEAVING })].map(
    ([name]) => name,
  );
  expect(names.length / 2).toBeGreaterThan(100);
  const listeners = await listen(names);
  const log = info.outputPath('network.json');
  // A person-like profile: without one, or without background networking, the browser ignores hints to connect early.
  const context = await playwright.chromium.launchPersistentContext(info.outputPath('profile'), {
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-background-networking', '--disable-field-trial-config'],
    args: [
      ...(launchOptions.args ?? []).filter((arg) => arg !== '--disable-background-networking'),
      `--log-net-log=${log}`,
    ],
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 1280, height: 720 },
  });
  try {
    await tryInPreview(context, listeners);
    await tryUnguarded(context, listeners);
    // Once all unguarded ways have arrived, anything tried before would have arrived too.
    const control = names.filter((name) => name.startsWith('control-'));
    await expect.poll(() => missing(control, listeners), { timeout: 60_000 }).toEqual([]);
    await context.close();
    // The browser's own log contains the names it looked up, and requests to our own server.
    const seen = await readFile(log, 'utf8');
    expect(seen).toContain(LOOKED_UP);
    expect([...listeners.arrived].filter((name) => name.startsWith('preview-'))).toEqual([]);
    expect(seen.match(new RegExp(`preview-[a-z-]+\\.${DOMAIN}|[^"]*\\?preview-[a-z-]+`, 'g')) ?? []).toEqual([]);
  } finally {
    await context.close();
    listeners.close();
  }
});
