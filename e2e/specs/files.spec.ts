import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ playground }) => {
  await playground.open({ scenario: 'long-reply' });
  await playground.file('README.md').dblclick();
  await playground.editor.typeAtStart('Mine ');
  await playground.editor.save();
  await expect(playground.file('README.md, modified by you')).toBeVisible();
});

test("a person's own save is marked, counted, and among the thread's changes", async ({ playground, page }) => {
  await playground.run();
  await playground.waitForEnd();
  await page.reload();
  await expect(playground.file('README.md, modified by you')).toBeVisible();
  await playground.pane('Files').getByRole('button', { name: '1 changed' }).click();
  await expect(playground.editor.pane).toContainText('Modified by you');
  await expect(playground.editor.insertedLines).not.toHaveCount(0);
});

test('the files can be put back, after a question', async ({ playground, page }) => {
  await playground.command('Reset the files');
  await expect(page.getByRole('dialog')).toContainText('1 changed file would be lost');
  await page.getByRole('button', { name: 'Reset the files' }).last().click();
  await expect(playground.file('README.md')).toBeVisible();
  await expect(playground.editor.pane).not.toContainText('Mine');
});

test('the palette opens a file by its name @long', async ({ playground }) => {
  await playground.command('money.test');
  await expect(playground.editor.tab('money.test.ts')).toHaveAttribute('aria-selected', 'true');
});

test('the editor has the whole column while a person wants that', async ({ playground, page }) => {
  const height = async (): Promise<number> => (await playground.editor.pane.boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByRole('button', { name: 'Maximize the editor' }).click();
  await expect.poll(height).toBeGreaterThan(2 * before);
  await page.getByRole('button', { name: 'Restore the panel size' }).click();
  await expect.poll(height).toBe(before);
});
