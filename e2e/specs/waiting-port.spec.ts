import { expect, test } from '../fixtures/test';

test('an address that nothing listens on opens by itself once something does @long', async ({ playground, page }) => {
  const { stores, terminal } = playground;
  await playground.open();
  await playground.show('State');
  await stores.show('Page');
  await stores.openPage('localhost:4567/hello');
  await expect(
    stores.pane.getByRole('status').filter({ hasText: 'Nothing is listening on port 4567 yet' }),
  ).toBeVisible();
  await playground.show('Terminal');
  await terminal.waitForPrompt();
  await terminal.paste(
    `node -e "require('http').createServer((q, r) => r.end('<title>T</title><h1>At ' + q.url)).listen(4567)" &`,
  );
  await playground.show('State');
  await expect(page.frameLocator('iframe[title="Page of the sandbox"]').getByRole('heading')).toHaveText('At /hello');
  await expect(stores.pane.getByRole('textbox', { name: 'Address' })).toHaveValue('http://localhost:4567/hello');
});
