import { expect, test } from '../fixtures/test';

test('files: each change is told by its diff, and the tree follows', async ({ playground }) => {
  await playground.open({ scenario: 'tidy-files' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('The tests are green.');
  await expect(playground.cards('Ls', 'succeeded')).toHaveCount(2);
  await expect(playground.cards('Move', 'succeeded')).toContainText('src/format.ts to src/text/format.ts');
  await expect(playground.cards('MultiEdit', 'succeeded').first()).toContainText('2 added, 2 removed');
  await expect(playground.cards('Delete', 'succeeded')).toContainText('0 added, 7 removed');
  await expect(playground.cards('DeleteRange', 'succeeded')).toContainText('0 added, 1 removed');
  await expect(playground.file('discount.ts')).toHaveCount(0);
  await expect(playground.file('cart.ts, modified')).toBeVisible();
  await expect(playground.file('text')).toBeVisible();
  await playground.file('text').click();
  await expect(playground.file('format.ts, moved')).toBeVisible();
  await playground.pane('Files').getByRole('button', { name: '5 changed' }).click();
  await expect(playground.editor.tab(/discount\.ts.*all changes/)).toBeVisible();
});

test('shell: a watcher runs in the background, is read through a filter, and is killed', async ({ playground }) => {
  await playground.open({ scenario: 'background-shell' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('The watcher shell-1 is stopped.');
  const [noticed, after] = [
    playground.cards('BashOutput', 'succeeded').first(),
    playground.cards('BashOutput', 'succeeded').last(),
  ];
  await noticed.getByRole('button').first().click();
  const told = noticed.getByRole('group', { name: 'What the model was told' });
  // One line or two: the first change may come before the watcher's first look.
  await expect(told).toContainText(/changed: \d+ bytes/);
  await expect(told).not.toContainText('same');
  await expect(told).toContainText('still running');
  await after.getByRole('button').first().click();
  const last = after.getByRole('group', { name: 'What the model was told' });
  await expect(last).toContainText(/stopped, exit code (137|143)/);
  await expect(playground.cards('KillShell', 'succeeded')).toHaveCount(1);
});

test('notebook: cells are read, changed, and nothing else with them @long', async ({ playground }) => {
  await playground.open({ scenario: 'notebook' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('Three cells are changed');
  await expect(playground.cards('NotebookEdit', 'succeeded')).toHaveCount(3);
  const last = playground.cards('Read', 'succeeded').last();
  await last.getByRole('button').first().click();
  const told = last.getByRole('group', { name: 'What the model was told' });
  await expect(told).toContainText('[cell 5 · id fails · code · run 4]');
  await expect(told).not.toContainText('front-matter');
  await playground.pane('Files').getByRole('button', { name: '1 changed' }).click();
  await expect(playground.editor.insertedLines).not.toHaveCount(0);
});
