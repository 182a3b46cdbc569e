import { expect, test } from '../fixtures/test';
import { SettingsDialog } from '../pages/settings-dialog';

test('the scripted model makes its calls in the prompt, in a dialect that is chosen', async ({ playground, page }) => {
  const settings = new SettingsDialog(page);
  await playground.open({ scenario: 'denied' });
  await settings.open();
  await expect(settings.dialog).toContainText('For this one: native');
  await settings.choose('Calls', 'prompt');
  await settings.choose('Dialect', 'minimax');
  await expect(settings.dialog).toContainText('written and read as MiniMax');
  await settings.close();
  await expect(page).toHaveURL(/toolMode=prompt.*dialect=minimax/);
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('Read', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Edit', 'denied')).toHaveCount(1);
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
  await expect(playground.messages).not.toContainText('invoke name');
});
