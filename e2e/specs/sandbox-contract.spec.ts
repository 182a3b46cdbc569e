import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { contractCases } from '@/lib/sandbox/contract/suite';

const ROOT = join(import.meta.dirname, '../..');
const ISOLATED = {
  'content-type': 'text/html',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** The suite and the adapter as one script for a page. */
async function bundleSuite(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['e2e/fixtures/contract-entry.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** One page with one sandbox for all cases that a worker runs. */
const test = base.extend<object, { suite: Page }>({
  suite: [
    async ({ browser }, use, { project }) => {
      const script = await bundleSuite();
      const page = await browser.newPage({ baseURL: project.use.baseURL });
      await page.route('**/contract', (route) =>
        route.fulfill({ headers: ISOLATED, body: '<!doctype html><title>Contract</title>' }),
      );
      await page.goto('/contract');
      await page.addScriptTag({ content: script });
      await page.evaluate(() => window.contract.start());
      await use(page);
      await page.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.describe('the sandbox contract, embedded', () => {
  for (const { name } of contractCases(['typescript', 'terminal', 'deadline'])) {
    test(name, async ({ suite }) => {
      expect(await suite.evaluate((wanted) => window.contract.run(wanted), name)).toBeNull();
    });
  }
});
