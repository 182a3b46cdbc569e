import { expect, test as base, type Page } from '@playwright/test';
import { contractCases } from '@/lib/sandbox/contract/suite';
import { beyondJsh, beyondOurNode, cannotBeKept } from '../doubles/webcontainer-runtime/limits';
import { serveRuntimeDouble } from '../doubles/webcontainer-runtime/serve';
import type { Adapter } from '../fixtures/contract-entry';
import { addSuite, isolatedPage } from '../fixtures/suite-page';

const REAL = process.env.E2E_WEBCONTAINER === '1';

/** Opens one page with a sandbox per adapter and worker; its cases share it. */
const test = base.extend<object, { suite: (adapter: Adapter) => Promise<Page> }>({
  suite: [
    async ({ browser }, use, { project: { use: options } }) => {
      const { baseURL = '' } = options;
      const pages = new Map<Adapter, Promise<Page>>();
      const open = async (adapter: Adapter): Promise<Page> => {
        const page = await browser.newPage({ baseURL });
        if (adapter === 'webcontainer' && !REAL) await serveRuntimeDouble(page.context(), baseURL);
        await page.route('**/contract', (route) => route.fulfill(isolatedPage('Contract')));
        await page.goto('/contract');
        await addSuite(page, 'e2e/fixtures/contract-entry.ts');
        await page.evaluate((wanted) => window.contract.start(wanted), adapter);
        return page;
      };
      await use((adapter) => {
        const page = pages.get(adapter) ?? open(adapter);
        pages.set(adapter, page);
        return page;
      });
    },
    { scope: 'worker' },
  ],
});

const all = contractCases(['typescript', 'terminal', 'deadline', 'git', 'server']);
// A search in WebContainer has one deadline for all files. The real one also lacks our TypeScript and our prompt.
const inWebContainer = contractCases(REAL ? [] : ['typescript', 'terminal']).filter(
  ({ name }) => !cannotBeKept.has(name) && !(REAL ? beyondJsh : beyondOurNode).has(name),
);

for (const { adapter, title, cases } of [
  { adapter: 'embedded', title: 'embedded', cases: all },
  {
    adapter: 'webcontainer',
    // The unit tests run its client through the same cases on the machine itself, so here it is for the long run.
    title: REAL ? 'the real WebContainer' : 'WebContainer, with a double of its runtime @long',
    cases: inWebContainer,
  },
] as const) {
  test.describe(`the sandbox contract, ${title}`, () => {
    for (const { name } of cases) {
      test(name, async ({ suite }) => {
        const page = await suite(adapter);
        expect(await page.evaluate((wanted) => window.contract.run(wanted), name)).toBeNull();
      });
    }
  });
}
