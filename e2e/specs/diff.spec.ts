import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ playground }) => {
  await playground.play('fix-the-test');
});

test("one call's change in Monaco's diff", async ({ playground }) => {
  const card = playground.cards('Edit', 'succeeded');
  await card.getByRole('button').first().click();
  await card.getByRole('button', { name: 'Show diff' }).click();
  await expect(playground.editor.insertedLines).not.toHaveCount(0);
  await expect(playground.editor.deletedLines).not.toHaveCount(0);
  await expect(playground.editor.pane).toContainText('round(net * (1 + rate))');
});

test('what the whole thread did to a file, and that taken back', async ({ playground }) => {
  await playground.pane('Files').getByRole('button', { name: '1 changed' }).click();
  const { editor } = playground;
  await expect(editor.tab(/cart\.ts.*all changes/)).toBeVisible();
  await expect(editor.insertedLines).not.toHaveCount(0);
  const button = (name: string) => editor.pane.getByRole('button', { name });
  await button('Revert file').click();
  await expect(editor.pane).toContainText('the file is as it was');
  await expect(playground.pane('Files')).not.toContainText('changed');
  await button('Undo').click();
  await expect(editor.insertedLines).not.toHaveCount(0);
});

test('the diff is still there after a reload @long', async ({ playground }) => {
  await playground.page.reload();
  await expect(playground.cards('Edit', 'succeeded')).toHaveCount(1);
  await playground.pane('Files').getByRole('button', { name: '1 changed' }).click();
  await expect(playground.editor.insertedLines).not.toHaveCount(0);
});
