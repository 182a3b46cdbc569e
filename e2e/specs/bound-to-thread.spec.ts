import { expect, test } from '../fixtures/test';

test('a mode chosen in one scenario does not go on into the next, and a thread has its own again', async ({
  playground,
  page,
}) => {
  const mode = page.getByRole('banner').getByRole('combobox', { name: 'Permissions' });
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await playground.approval.allow();
  await expect(playground.approval.card).toContainText('hello.md');
  await mode.selectOption('plan');
  await page.reload();
  await expect(playground.approval.card).toContainText('hello.md');
  await expect(mode).toHaveValue('plan');
  const thread = page.url();
  await playground.stop();
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('validation');
  await expect(mode).toHaveValue('default');
  await page.goto(thread);
  await expect(mode).toHaveValue('plan');
});
