import { expect, test } from '../fixtures/test';

test('a mode chosen in one scenario does not go on into the next, and a thread has its own again @long', async ({
  playground,
  page,
}) => {
  const mode = page.getByRole('banner').getByRole('combobox', { name: 'Permissions' });
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await playground.approval.allow();
  await playground.approval.allow();
  await playground.waitForEnd();
  await mode.selectOption('plan');
  const thread = page.url();
  await page.reload();
  await expect(mode).toHaveValue('plan');
  await playground.waitForEnd();
  await playground.chooseScenario('Arguments that do not fit');
  await expect(mode).toHaveValue('default');
  await page.goto(thread);
  await expect(mode).toHaveValue('plan');
});
