import { expect, test } from '../fixtures/test';
import { violationsIn } from '../fixtures/violations-in';

const CHANGE = 'Say in a comment why it multiplies.';

test.beforeEach(async ({ playground }) => {
  await playground.open({ scenario: 'plan-first' });
  await playground.run();
  await expect(playground.plan.card).toContainText('Fix the line total', { timeout: 60_000 });
});

test('sent back, planned again, approved, carried out', async ({ playground, page }) => {
  const mode = page.getByRole('banner').getByRole('combobox', { name: 'Permissions' });
  await expect(mode).toHaveValue('plan');
  await expect(playground.plan.card.getByRole('listitem')).toHaveCount(3);
  await expect(playground.cards('ExitPlanMode', 'waiting for you')).toHaveCount(1);
  await expect.poll(() => violationsIn(page, '[aria-label="Plan to approve"]')).toEqual([]);
  await page.reload();
  await expect(mode).toHaveValue('plan');
  await playground.plan.askForChanges(CHANGE);
  await expect(playground.plan.card.getByRole('listitem')).toHaveCount(4);
  await expect(playground.plan.card).toContainText(CHANGE);
  await playground.plan.approve();
  await expect(mode).toHaveValue('default');
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(playground.cards('ExitPlanMode', 'succeeded')).toHaveCount(2);
  await expect(playground.cards('Edit', 'succeeded')).toHaveCount(1);
  await playground.show('State');
  await playground.stores.show('Plan');
  await expect(playground.stores.store('Plan')).toContainText('approved');
  await expect(playground.stores.store('Plan')).toContainText(CHANGE);
});

test('by keyboard: E sends it back, A approves @long', async ({ playground, page }) => {
  await playground.messages.focus();
  await page.keyboard.press('e');
  await page.keyboard.type(CHANGE);
  await page.keyboard.press('Enter');
  await expect(playground.plan.card).toContainText(CHANGE);
  await playground.messages.focus();
  await page.keyboard.press('a');
  await expect(playground.approval.card).toContainText('Edit');
});

test('rejected, the run ends there, and the person can go on @long', async ({ playground, page }) => {
  await playground.plan.reject('Not this year.');
  await playground.waitForEnd();
  await expect(playground.cards('ExitPlanMode', 'denied')).toContainText('Not this year.');
  await expect(playground.allCards.last()).toHaveAttribute('aria-label', 'ExitPlanMode, denied');
  await expect(page.getByText('was not allowed')).toHaveCount(0);
  await playground.say('go on');
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('ExitPlanMode was not allowed');
});
