import { expect, test } from '../fixtures/test';

test('an overloaded provider and a broken stream are tried again, and shown', async ({ playground }) => {
  await playground.open({ scenario: 'faults' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.messages.getByText('Tried again 3 times')).toHaveCount(1);
  await expect(playground.messages).toContainText('Each time the same turn was asked for again');
  await expect(playground.messages).not.toContainText('of use to anybody');
});

test('a model without its key says so, and the thread goes on with another', async ({ playground, page }) => {
  await playground.open({ model: 'anthropic' });
  await playground.say('Hello');
  await expect(page.getByRole('alert').filter({ hasText: 'KEY_REQUIRED' })).toBeVisible();
  await page.getByRole('button', { name: 'Enter a key…' }).click();
  await expect(page.getByLabel('Key for the model')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('scripted');
  await page.getByRole('button', { name: 'Retry' }).click();
  await playground.waitForEnd();
});
