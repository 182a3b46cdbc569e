import { Playground } from '../pages/playground';
import { expect, test } from '../fixtures/test';

test('of two tabs on one thread one acts, the other watches and may take over', async ({ playground, context }) => {
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(playground.approval.card).toBeVisible();

  const other = new Playground(await context.newPage());
  await other.page.goto(await playground.link());
  await expect(other.pane('Conversation')).toContainText('Another tab runs this thread');
  await expect(other.allCards).toHaveCount(2);
  await expect(other.approval.card).toBeHidden();
  await expect(other.workspace).toContainText('saved in the other tab only');

  await other.page.getByRole('button', { name: 'Take over' }).click();
  await expect(other.approval.card).toBeVisible();
  await expect(playground.approval.card).toBeHidden();
  // What the other tab asks about has not ended here.
  await expect(playground.cards('Bash', 'queued')).toHaveCount(1);
  await other.approval.allow();
  await other.approval.allow();
  await other.waitForEnd();
  await expect(other.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
});

test('the tab that watches shows what the agent keeps, as it changes @long', async ({ playground, context }) => {
  await playground.open({ scenario: 'todos-and-tasks', mode: 'default', pane: 'stores', store: 'todos' });
  await playground.run();
  await expect(playground.approval.card).toBeVisible();

  const other = new Playground(await context.newPage());
  await other.page.goto(await playground.link());
  await expect(other.pane('Conversation')).toContainText('Another tab runs this thread');
  await expect(other.stores.store('To-dos')).toContainText('0 of 3 done');
  await expect(other.stores.todos).toHaveText([/Starting the ticker/, /Divide the work/, /Clean up/]);

  await playground.approval.allow();
  await expect(other.stores.store('To-dos')).toContainText('2 of 3 done');
  await other.stores.show('Tasks');
  await expect(other.stores.tasks).toHaveCount(3);
  await expect(other.stores.tasks.filter({ hasText: 'task-2' })).toContainText('completed');
  const shell = await other.stores.task('shell-1');
  await expect(shell).toContainText('running');
  await expect(shell.getByRole('group', { name: 'Output of shell-1' })).toContainText('tick 1');

  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(shell).toContainText('stopped');
  await other.stores.show('To-dos');
  await expect(other.stores.store('To-dos')).toContainText('3 of 3 done');
});

test('when the acting tab closes, the other can go on @long', async ({ playground, context }) => {
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(playground.approval.card).toBeVisible();
  const other = new Playground(await context.newPage());
  await other.page.goto(await playground.link());
  await expect(other.allCards).toHaveCount(2);
  await playground.page.close();
  await expect(other.approval.card).toBeVisible();
  await other.approval.allow();
  await other.approval.allow();
  await other.waitForEnd();
});

test('before there is a thread, each of two tabs keeps what is done in it @long', async ({ playground, context }) => {
  const other = new Playground(await context.newPage());
  const tabs = [
    { tab: playground, name: 'first.txt' },
    { tab: other, name: 'second.txt' },
  ];
  for (const { tab, name } of tabs) {
    await tab.open({ scenario: 'fix-the-test' });
    await tab.show('Terminal');
    await tab.terminal.waitForPrompt();
    await tab.terminal.enter(`echo mine > ${name}`);
    await expect(tab.file(new RegExp(`^${name}`))).toBeVisible();
    await expect(tab.workspace).toContainText('files saved');
  }
  for (const { tab, name } of tabs.toReversed()) {
    await tab.page.reload();
    await expect(tab.file(new RegExp(`^${name}`))).toBeVisible();
  }
  await expect(other.file(/^first\.txt/)).toHaveCount(0);
});
