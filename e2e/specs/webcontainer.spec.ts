import { serveRuntimeDouble } from '../doubles/webcontainer-runtime/serve';
import { expect, test } from '../fixtures/test';

const REAL = process.env.E2E_WEBCONTAINER === '1';

const PREVIEW_HEADERS = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Reports an error as previews of the runtime do. */
const PREVIEW_PAGE = `<!doctype html><h1>Served</h1><script>
  const error = { type: 'PREVIEW_UNCAUGHT_EXCEPTION', port: 3000, message: 'oh no' };
  for (let index = 0; index < parent.length; index++) parent[index].postMessage(error, '*');
</script>`;

test.describe(REAL ? 'the real WebContainer' : 'WebContainer, with a double of its runtime', () => {
  test.beforeEach(async ({ context, baseURL, faults }) => {
    faults.allow(/left this machine: https:\/\/[\w.-]*(stackblitz\.com|webcontainer(-api)?\.io)\//);
    if (!REAL) await serveRuntimeDouble(context, baseURL ?? '');
  });

  test('runs the scenario @long', async ({ playground }) => {
    // Each look at a file starts the helper again.
    test.slow();
    await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions', sandbox: 'webcontainer' });
    await expect(playground.sandbox).toContainText('WebContainer sandbox');
    await playground.run();
    await expect(playground.messages).toContainText('The tests are green.', { timeout: 120_000 });
    await playground.waitForEnd();
  });

  test('a page that a program serves is shown from its own origin, with its errors @long', async ({
    playground,
    page,
    context,
    request,
  }) => {
    await context.route('https://double--3000.local.webcontainer-api.io/**', (route) =>
      route.fulfill({ headers: PREVIEW_HEADERS, contentType: 'text/html', body: PREVIEW_PAGE }),
    );
    await playground.open({ sandbox: 'webcontainer' });
    await expect(playground.sandbox).toContainText('WebContainer sandbox');
    await playground.show('Terminal');
    await playground.terminal.waitForPrompt();
    await playground.terminal.enter(`node -e "require('http').createServer((_, to) => to.end('hi')).listen(3000)" &`);
    await playground.show('State');
    await playground.stores.show('Page');
    const store = playground.stores.store('Page');
    await store.getByRole('button', { name: 'Open port 3000' }).click();
    const frame = page.frameLocator('iframe[title="Page of the sandbox"]');
    if (!REAL) {
      await expect(frame.getByRole('heading')).toHaveText('Served');
      await expect(store).toContainText('error: oh no');
    } else await expect(frame.getByText('hi')).toBeVisible();

    // A preview in a tab of its own reaches the container through this page, which its opener must be able to see.
    const connect = await request.get('/webcontainer/connect/abc');
    expect(connect.headers()['cross-origin-opener-policy']).toBeUndefined();
    expect(connect.headers()['content-security-policy']).toContain('frame-src https://stackblitz.com;');
    expect((await request.get('/sandbox/webcontainer-connect.js')).ok()).toBe(true);
  });

  test('is what "automatic" takes when it answers @long', async ({ playground }) => {
    await playground.open({ scenario: 'fix-the-test', sandbox: 'auto' });
    await expect(playground.sandbox).toContainText('WebContainer sandbox');
  });
});

test('offline, what was chosen is not replaced: the page says so, and offers the embedded sandbox @long', async ({
  playground,
  context,
  faults,
}) => {
  faults.allow(/stackblitz\.com|net::ERR_FAILED/);
  await context.route('https://stackblitz.com/**', (route) => route.abort());
  await playground.open({ scenario: 'fix-the-test', sandbox: 'webcontainer' });
  await expect(playground.sandbox).toContainText(/WebContainer sandbox failed.*stackblitz\.com did not answer/);
  await expect(playground.messages.getByRole('region', { name: 'How it runs' })).toContainText('WebContainer');
  await expect(playground.messages.getByText('No key, no network.')).toBeHidden();
  await playground.sandbox.getByRole('button').first().click();
  await playground.sandbox.getByRole('button', { name: 'Load the page with the embedded sandbox' }).click();
  await expect(playground.sandbox).toContainText('Embedded sandbox');
  await expect(playground.file('package.json')).toBeVisible();
});

test('offline, "automatic" falls back to the embedded sandbox and says why @long', async ({
  playground,
  context,
  faults,
}) => {
  faults.allow(/stackblitz\.com|net::ERR_FAILED/);
  await context.route('https://stackblitz.com/**', (route) => route.abort());
  await playground.open({ scenario: 'fix-the-test', sandbox: 'auto', mode: 'bypassPermissions' });
  await expect(playground.sandbox).toContainText('Embedded sandbox');
  await expect(playground.sandbox).toContainText('stackblitz.com did not answer');
  await playground.sandbox.getByRole('button').click();
  await expect(
    playground.sandbox.getByRole('paragraph').filter({ hasText: /did not answer within .* blocks it/ }),
  ).toBeVisible();
  await playground.run();
  await playground.waitForEnd();
});
