import { expect, test } from '../fixtures/test';
import { SettingsDialog } from '../pages/settings-dialog';

test('a setting is found by its name, its group or what it offers, and keeps what was typed', async ({
  page,
  playground,
}) => {
  await playground.open();
  const settings = new SettingsDialog(page);
  await settings.open();
  await expect(settings.groups).toHaveText(['Page', 'Model', 'Permissions and sandbox', 'Tools']);
  // The search has the focus, so a person can type at once.
  await expect(settings.search).toBeFocused();
  await page.keyboard.type('theme dark');
  await expect(settings.groups).toHaveText(['Page']);
  await expect(settings.lists).toHaveCount(1);
  await settings.find('tools yagent');
  await expect(settings.groups).toHaveCount(0);
  await expect(settings.dialog).toContainText('No setting matches.');
  await settings.find('y-agent');
  await expect(settings.lists).toHaveAccessibleName('Tool preset');

  await settings.find('');
  await settings.choose('Model, in settings', 'anthropic');
  await settings.key.fill('half a k');
  await settings.find('language');
  await expect(settings.key).toBeHidden();
  await settings.find('');
  await expect(settings.key).toHaveValue('half a k');
});

test('an address with a name and a password in it is not taken, and says why', async ({ playground, page }) => {
  await playground.open({ model: 'openai' });
  const settings = new SettingsDialog(page);
  await settings.open();
  await settings.address.fill('https://user:pass@example.org/v1');
  await expect(settings.dialog).toContainText('Leave name and password out of the address');
  await expect(settings.address.locator('xpath=ancestor::form').getByRole('button')).toBeDisabled();
});
