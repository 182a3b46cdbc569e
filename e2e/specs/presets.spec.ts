import { PRESETS } from '@/lib/tools/presets';
import { expect, test } from '../fixtures/test';

/** What a preset calls the tool that edits. */
const editOf = (id: string) =>
  PRESETS.find((preset) => preset.id === id)?.tools.find(({ executor }) => executor === 'Edit');

for (const { id } of PRESETS.filter((preset) => editOf(preset.id))) {
  const tag = id === 'claude-agent-sdk' ? '' : ' @long';
  test(`the same scenario runs under ${id}${tag}`, async ({ playground }) => {
    await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions', preset: id });
    await playground.run();
    await playground.waitForEnd();
    await playground.expectAllResolved();
    await expect(playground.cards(editOf(id)?.name ?? '', 'succeeded')).not.toHaveCount(0);
    await expect(playground.pane('Tools in view')).toContainText(editOf(id)?.name ?? '');
  });
}

test('a system without an edit tool works with its own names', async ({ playground }) => {
  await playground.open({ scenario: 'truncation', mode: 'bypassPermissions', preset: 'y-agent' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('ShellExec', 'succeeded')).not.toHaveCount(0);
});

test('a preset is chosen in the settings, and two are compared side by side', async ({ playground, page }) => {
  await playground.open();
  await playground.command('Settings');
  await page.getByRole('combobox', { name: 'Design of tools' }).selectOption('dskcode');
  await page.keyboard.press('Escape');
  await expect(playground.pane('Tools in view')).toContainText('read_file');
  await expect(page).toHaveURL(/[?&]preset=dskcode\b/);
  await page.goto('/presets?right=dskcode');
  const table = page.getByRole('region', { name: 'Comparison' });
  const row = (executor: string) => table.getByRole('row', { name: new RegExp(`^${executor} `) });
  await expect(row('Edit')).toContainText('old_text');
  await page.getByRole('combobox', { name: 'Left' }).selectOption('claude-agent-sdk');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/left=claude-agent-sdk&right=dskcode/);
  await expect(row('Read')).toContainText('FileRead');
  await expect(row('Read')).toContainText('startLine?');
});
