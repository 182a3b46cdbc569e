import { expect, test as base, type Page } from '@playwright/test';
import { codeCases } from '@/lib/sandbox/code-runner/contract/suite';
import { addSuite, isolatedPage } from '../fixtures/suite-page';

/** A page with a code runner, one per worker: the cases share it. */
const test = base.extend<object, { codeRunners: Page }>({
  codeRunners: [
    async ({ browser }, use, { project: { use: options } }) => {
      const { baseURL = '' } = options;
      const page = await browser.newPage({ baseURL });
      await page.route('**/sandboxed', (route) =>
        route.request().url().endsWith('/sandbox-frame/code')
          ? route.continue()
          : route.fulfill(isolatedPage('Sandboxed code')),
      );
      await page.context().addCookies([{ name: 'secret', value: 'tea', url: baseURL }]);
      await page.goto('/sandboxed');
      await page.evaluate(() => localStorage.setItem('secret', 'tea'));
      await addSuite(page, 'e2e/fixtures/code-runner-entry.ts');
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
});

test.describe('the contract of sandboxed code, in the page', () => {
  for (const { name } of codeCases) {
    test(name, async ({ codeRunners }) => {
      expect(await codeRunners.evaluate((wanted) => window.codeRunners.run(wanted), name)).toBeNull();
    });
  }
});

test('sandboxed code reads no cookies, no storage and not the page, and reaches no network', async ({
  codeRunners,
}) => {
  // The first task of all opens the frame, which is the page's own request.
  await codeRunners.evaluate(() => window.codeRunners.returns('return 1'));
  const asked = new Set<string>();
  codeRunners.context().on('request', (request) => asked.add(request.url()));
  // Requests that the policy refuses are never sent.
  codeRunners.context().on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'csp') asked.delete(request.url());
  });
  const answer = await codeRunners.evaluate(
    (source) => window.codeRunners.returns(source),
    `const tries = {
      cookie: () => document.cookie,
      cookies: () => cookieStore.getAll(),
      storage: () => localStorage.getItem('secret'),
      databases: () => indexedDB.databases(),
      parent: () => parent.document.title,
      fetch: () => fetch('/api/threads/x'),
      outside: () => fetch('https://example.com/'),
      request: () => new XMLHttpRequest().open('GET', 'https://example.com/'),
      socket: () => new WebSocket('ws://127.0.0.1:9/'),
      scripts: () => importScripts('https://example.com/x.js'),
      module: () => import('https://example.com/x.js'),
      worker: () => new Worker('/sandbox/guest.js'),
      channel: () => new BroadcastChannel('toolyard'),
      blob: () => URL.createObjectURL(new Blob(['1'])),
    };
    const reached = [];
    for (const [name, attempt] of Object.entries(tries)) {
      try { await attempt(); reached.push(name); } catch {}
    }
    return { reached, tried: Object.keys(tries).length };`,
  );
  expect(JSON.parse(answer)).toEqual({ ok: true, value: { reached: [], tried: 14 }, log: '' });
  expect([...asked].filter((url) => !url.startsWith('blob:'))).toEqual([]);
});

test('the frame of sandboxed code is opaque', async ({ request }) => {
  const { headers } = await request.get('/sandbox-frame/code').then((response) => ({ headers: response.headers() }));
  for (const part of ['sandbox allow-scripts', "default-src 'none'", "connect-src 'none'", 'worker-src blob:']) {
    expect(headers['content-security-policy']).toContain(part);
  }
  expect(headers['content-security-policy']).not.toContain('allow-same-origin');
});
