import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { BROWSER_ARGS } from './args.mjs';

/** What the page needs: isolation, threads that share memory, WebAssembly. Evaluates to true if all of it works. */
const PROBE = `(async () => {
  const memory = new SharedArrayBuffer(4);
  const source = 'onmessage = (e) => { new Int32Array(e.data)[0] = 7; new WebAssembly.Module(new Uint8Array([0,97,115,109,1,0,0,0])); postMessage(1) }';
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
  await new Promise((resolve, reject) => { worker.onmessage = resolve; worker.onerror = reject; worker.postMessage(memory) });
  return crossOriginIsolated && new Int32Array(memory)[0] === 7;
})()`;

/**
 * Why this browser cannot run the tests, or undefined if it can: it is launched and probed.
 *
 * @param {import('./find.mjs').Browser} browser
 * @returns {Promise<string | undefined>}
 */
export async function launches({ path, env }) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    response.end('<!doctype html><title>probe</title>');
  });
  let browser;
  try {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const bound = server.address();
    if (bound === null || typeof bound === 'string') return 'no port for the probe';
    browser = await chromium.launch({
      executablePath: path,
      args: BROWSER_ARGS,
      env: { ...process.env, ...env },
      timeout: 30_000,
    });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${bound.port}/`);
    return (await page.evaluate(PROBE)) === true ? undefined : 'it is not cross-origin isolated';
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0];
  } finally {
    await browser?.close();
    server.close();
    server.closeAllConnections();
  }
}
