import { expect, test } from '../fixtures/own-server';

/** The browser's message for refused requests. */
const REFUSED = /503 \(Service Unavailable\)/;

test('data that is taken away: the page says what is wrong and what is kept, and goes on once it is back @long', async ({
  playground,
  page,
  server,
  faults,
}) => {
  faults.allow(REFUSED);
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.allCards).toHaveCount(8);
  server.takeData();
  await playground.say('Go on');
  const alert = page.getByRole('alert').filter({ hasText: 'STORAGE_GONE' });
  await expect(alert).toContainText('was removed or replaced while the server runs, so nothing new can be kept');
  server.returnData();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(alert).toBeHidden();
  await playground.waitForEnd();
  await page.reload();
  await expect(playground.messages).toContainText('Go on');
  await expect.poll(() => playground.allCards.count()).toBeGreaterThanOrEqual(8);
});

test.describe('a folder that cannot be written', () => {
  test.use({ env: { TOOLYARD_DATA: '/dev/null' } });

  test('is named, with what to do', async ({ playground, page, faults }) => {
    faults.allow(REFUSED);
    await playground.open({ scenario: 'fix-the-test' });
    await playground.run();
    const alert = page.getByRole('alert').filter({ hasText: 'STORAGE_READ_ONLY' });
    await expect(alert).toContainText('Make the folder writable, or name another in TOOLYARD_DATA');
  });
});
