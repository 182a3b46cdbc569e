import { chromium } from '@playwright/test';
import { BROWSER_ARGS } from '../run/browser/args.mjs';

/** The time at which React had taken over the server's HTML, or false; polled in the page. */
const listening = () =>
  [...document.querySelectorAll('header button')].some((button) =>
    Object.keys(button).some((key) => key.startsWith('__reactFiber')),
  ) && performance.now();

/** The sandbox's text in the status bar once it is ready, and the time at which it was. */
const ready = () => {
  const said = document.querySelector('footer [aria-label="Sandbox"]')?.textContent ?? '';
  return said.includes('Ready after') && { said, at: performance.now() };
};

/**
 * Loads the page with empty caches.
 *
 * @param {import('../run/browser/find.mjs').Browser} browser @param {string} url
 * @returns {Promise<{ firstScripts: number; interactiveMs: number; bootMs: number; readyMs: number }>} bytes as sent, without headers;
 * milliseconds: until the page is interactive, from the client requesting the sandbox until it had it, from the navigation until then
 */
export async function loadPage({ path, env }, url) {
  const running = await chromium.launch({ executablePath: path, args: BROWSER_ARGS, env: { ...process.env, ...env } });
  try {
    const page = await running.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    /** @type {Map<string, { url: string; headers: number }>} */
    const answers = new Map();
    /** @type {Map<string, number>} */
    const sizes = new Map();
    session.on('Network.responseReceived', ({ requestId, response: { url, encodedDataLength } }) =>
      answers.set(requestId, { url, headers: encodedDataLength }),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const answer = answers.get(requestId);
      if (answer) sizes.set(answer.url, encodedDataLength - answer.headers);
    });
    const html = await (await page.goto(`${url}/`, { waitUntil: 'commit' }))?.text();
    const handle = await page.waitForFunction(listening, undefined, { polling: 10 });
    const interactiveMs = Number(await handle.jsonValue());
    const sandbox = await (await page.waitForFunction(ready, undefined, { polling: 10 })).jsonValue();
    const { said, at: readyMs } = sandbox || { said: '', at: Number.NaN };
    const boot = /Ready after ([\d.,]+)\s?(ms|s)/.exec(said);
    const bootMs = boot ? Number(boot[1]?.replace(',', '')) * (boot[2] === 's' ? 1000 : 1) : Number.NaN;
    const first = new Set(
      [...(html ?? '').matchAll(/<(?:script|link rel="preload")[^>]+(?:src|href)="([^"]+\.js)"/g)].map(
        ([, src]) => new URL(src ?? '', url).href,
      ),
    );
    const firstScripts = [...first].reduce((sum, src) => sum + (sizes.get(src) ?? 0), 0);
    return { firstScripts, interactiveMs, bootMs, readyMs };
  } finally {
    await running.close();
  }
}
