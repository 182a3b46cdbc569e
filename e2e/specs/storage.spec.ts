import type { TestServer } from '../server';
import { expect, GONE, test } from '../fixtures/own-server';

/** The browser's message for refused requests. */
const REFUSED = /503 \(Service Unavailable\)/;

test.describe('storage that fails', () => {
  test.use({ env: { NODE_OPTIONS: '--import ./lib/threads/sqlite/testing/storage-faults.mjs' } });
  test.beforeEach(async ({ playground, faults }) => {
    faults.allow(REFUSED);
    await playground.play('parallel');
    await expect(playground.allCards).toHaveCount(5);
  });

  const cases: [what: string, code: string, words: string, spoil: (server: TestServer) => () => void][] = [
    [
      'data that is taken away',
      'STORAGE_GONE',
      'was removed or replaced while the server runs, so nothing new can be kept',
      (server) => server.takeData(),
    ],
    [
      'a full disk',
      'STORAGE_FULL',
      'is full, so nothing new can be kept. Everything up to now is kept. Make room, and go on.',
      (server) => server.failToWrite('full'),
    ],
    [
      'a folder that may no longer be written',
      'STORAGE_READ_ONLY',
      'What is in it is kept. Make the folder writable',
      (server) => server.failToWrite('read-only'),
    ],
    [
      'a log that another program holds',
      'STORAGE_LOCKED',
      'so nothing new can be kept just now. Everything up to now is kept. Try again once it lets go.',
      (server) => server.holdLog(),
    ],
  ];
  for (const [what, code, words, spoil] of cases) {
    test(`${what}: the page says what is wrong and what is kept, and goes on once it can @long`, async ({
      playground,
      page,
      server,
    }) => {
      const mend = spoil(server);
      // Longer than what a page of the log has room for.
      await playground.say('Go on'.padEnd(9_000, ' and on'));
      const alert = page.getByRole('alert').filter({ hasText: code });
      await expect(alert).toContainText(words);
      mend();
      await page.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(alert).toBeHidden();
      await playground.waitForEnd();
      await page.reload();
      await expect(playground.messages).toContainText('Go on and on');
      await expect.poll(() => playground.allCards.count()).toBeGreaterThanOrEqual(5);
    });
  }

  test('a damaged log: the page says so and what to do, and a copy made before has everything @long', async ({
    playground,
    page,
    server,
    faults,
  }) => {
    faults.allow(GONE);
    server.backUp();
    server.damageLog();
    await playground.say('Go on');
    const alert = page.getByRole('alert').filter({ hasText: 'STORAGE_DAMAGED' });
    await expect(alert).toContainText('put a copy that npm run backup made in its place');
    await server.restore();
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(alert).toBeHidden();
    await page.reload();
    await expect.poll(() => playground.allCards.count()).toBeGreaterThanOrEqual(5);
  });
});

test.describe('a folder that cannot be written', () => {
  test.use({ env: { TOOLYARD_DATA: '/dev/null' } });

  test('is named, with what to do', async ({ playground, page, faults }) => {
    faults.allow(REFUSED);
    await playground.open({ scenario: 'long-reply' });
    await playground.run();
    const alert = page.getByRole('alert').filter({ hasText: 'STORAGE_READ_ONLY' });
    await expect(alert).toContainText('Make the folder writable, or name another in TOOLYARD_DATA');
  });
});

test.describe('old threads', () => {
  test.use({ env: { TOOLYARD_KEEP_DAYS: '3' } });

  test('leave, and the page says which and why @long', async ({ playground, page, server, faults }) => {
    faults.allow(GONE);
    faults.allow(/410 \(Gone\)/);
    await playground.open({ scenario: 'long-reply' });
    await playground.run();
    await playground.waitForEnd();
    await playground.link();
    await server.restartAfterAWeek();
    await page.reload();
    const words = 'This thread was removed: nothing had been added to it for 3 days (TOOLYARD_KEEP_DAYS).';
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  });
});
