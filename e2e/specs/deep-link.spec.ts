import { Playground } from '../pages/playground';
import { expect, test } from '../fixtures/test';

test('a link chooses scenario, sandbox, speed and mode', async ({ playground, page }) => {
  await playground.open({ scenario: 'ask-first', sandbox: 'embedded', mode: 'acceptEdits' });
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('ask-first');
  await expect(page.getByRole('combobox', { name: 'Permissions' })).toHaveValue('acceptEdits');
  await expect(playground.sandbox).toContainText('Embedded sandbox');
});

test("a thread's link opens it again", async ({ playground, context }) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.page).toHaveURL(/[?&]thread=./);
  const link = playground.page.url();
  await playground.page.close();
  const again = new Playground(await context.newPage());
  await again.page.goto(link);
  await expect(again.messages).toContainText('The tests are green.');
  await expect(again.allCards).toHaveCount(8);
});

test('a thread of nobody here starts none of its own', async ({ playground, page, faults }) => {
  faults.allow(/404/);
  await page.goto('/?thread=does-not-exist');
  await playground.ready();
  await expect(page.getByRole('alert').filter({ hasText: 'NOT_FOUND' })).toContainText('another browser');
  await expect(page.getByRole('alert').getByRole('button', { name: 'New thread' })).toBeVisible();
  await playground.say('Hello');
  await playground.waitForEnd();
});

test('nonsense in a link is passed over @long', async ({ playground, page }) => {
  await page.goto('/?scenario=%3Cscript%3E&sandbox=moon&speed=9&mode=root&thread=');
  await playground.ready();
  await playground.run();
  await expect(playground.allCards.first()).toBeVisible();
});
