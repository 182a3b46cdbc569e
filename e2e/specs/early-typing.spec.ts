import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';
import { ToolsPage } from '../pages/tools-page';

/** Keeps back the scripts that hold this text, until the returned function is called. */
async function holdScripts(page: Page, text: string): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(text)) await held;
    await route.fulfill({ response });
  });
  return release;
}

test('what is typed while a file opens is for the file, and no command of the page', async ({ playground, page }) => {
  const { editor } = playground;
  const release = await holdScripts(page, 'native-edit-context');
  await playground.open();
  await playground.file('README.md').press('Enter');
  await page.keyboard.press('2');
  await page.keyboard.type('nots, 2 of them. ');
  await editor.save();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(editor.lines.first()).toContainText('nots, 2 of them. #');
  await expect(editor.tab(/README.md, not saved/)).toBeHidden();
  await page.keyboard.type('more ');
  await expect(editor.lines.first()).toContainText('nots, 2 of them. more #');
  await editor.save();
  await expect(editor.tab(/README.md, not saved/)).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what is typed while the terminal loads is for the shell, and no command of the page', async ({
  playground,
  page,
}) => {
  const release = await holdScripts(page, 'xterm-helper-textarea');
  await playground.open();
  await page.keyboard.press('5');
  await page.keyboard.type('echo nots $((6 * 7))');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(playground.terminal.text).toContainText('nots 42');
  await page.keyboard.type('echo and $((7 * 7))');
  await page.keyboard.press('Enter');
  await expect(playground.terminal.text).toContainText('and 49');
  // Scripts that load late may still be on their way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what is typed while the palette loads is searched for, and goes into no other field', async ({
  playground,
  page,
}) => {
  const release = await holdScripts(page, 'cmdk-group-heading');
  await playground.open();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Hello');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('reset');
  release();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox')).toHaveValue('reset');
  await expect(dialog.getByRole('option').first()).toContainText('Reset the files');
  await page.keyboard.press('Escape');
  await expect(message).toHaveValue('Hello');
  await expect(message).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what is typed while a file opens is kept when another tab is shown before it has opened', async ({
  playground,
  page,
}) => {
  const { editor } = playground;
  const release = await holdScripts(page, 'native-edit-context');
  await playground.open();
  await playground.file('README.md').press('Enter');
  await page.keyboard.press('2');
  await page.keyboard.type('nots ');
  await expect(editor.tab(/README.md, not saved/)).toBeVisible();
  await playground.file('package.json').press('Enter');
  release();
  await expect(editor.lines.filter({ hasText: '"type": "module"' })).toBeVisible();
  await editor.tab(/README.md, not saved/).click();
  await expect(editor.lines.filter({ hasText: 'nots #' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('arguments are edited before Monaco has loaded, and the caret stays where it was', async ({ page }) => {
  const release = await holdScripts(page, 'native-edit-context');
  const tools = new ToolsPage(page);
  await tools.open('Read');
  const field = page.getByRole('tabpanel').getByRole('textbox', { name: 'Arguments for Read' });
  await field.fill('{ "file_path": "b.txt" }');
  await field.press('Home');
  for (let column = 0; column < 16; column += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('a');
  await expect(tools.form('Read').getByRole('textbox', { name: 'file_path', exact: true })).toHaveValue('ab.txt');
  release();
  await expect(tools.json('Read')).toContainText('ab.txt');
  await page.keyboard.type('c');
  await expect(tools.json('Read')).toContainText('acb.txt');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
