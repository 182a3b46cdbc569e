import { serveRuntimeDouble } from '../doubles/webcontainer-runtime/serve';
import { expect, test } from '../fixtures/test';

const REAL = process.env.E2E_WEBCONTAINER === '1';

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

  test('is what "automatic" takes when it answers @long', async ({ playground }) => {
    await playground.open({ scenario: 'fix-the-test', sandbox: 'auto' });
    await expect(playground.sandbox).toContainText('WebContainer sandbox');
  });
});

test('offline, what was chosen is not replaced: the page says so, and offers the embedded sandbox', async ({
  playground,
  context,
  faults,
}) => {
  faults.allow(/stackblitz\.com|net::ERR_FAILED/);
  await context.route('https://stackblitz.com/**', (route) => route.abort());
  await playground.open({ scenario: 'fix-the-test', sandbox: 'webcontainer' });
  await expect(playground.sandbox).toContainText(/Sandbox failed.*stackblitz\.com did not answer/);
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
