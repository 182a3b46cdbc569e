import { expect, test } from '../fixtures/test';
import { violationsIn } from '../fixtures/violations-in';

test('to-dos and tasks, with what runs beside the conversation', async ({ playground, page }) => {
  await playground.open({ scenario: 'todos-and-tasks', pane: 'stores', store: 'tasks' });
  await expect(playground.stores.store('Tasks')).toContainText('TaskCreate');
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('TaskUpdate', 'invalid')).toContainText('waits for task-1');
  await expect(playground.cards('TaskOutput', 'succeeded')).toHaveCount(1);
  await playground.expectAllResolved();

  // A call was refused, but the tab that the person chose stays.
  await expect(playground.stores.tasks).toHaveCount(3);
  await expect(playground.stores.tasks.filter({ hasText: 'task-2' })).toContainText('completed');
  const shell = await playground.stores.task('shell-1');
  await expect(shell).toContainText('stopped');
  await expect(shell.getByRole('group', { name: 'Output of shell-1' })).toContainText('tick 1');
  await playground.stores.show('To-dos');
  await expect(playground.stores.todos).toHaveText([/Start the ticker/, /Divide the work/, /Clean up/]);
  await expect(playground.stores.store('To-dos')).toContainText('3 of 3 done');
  await expect(page).toHaveURL(/store=todos/);

  await page.reload();
  await playground.ready();
  await expect(playground.stores.store('To-dos')).toContainText('3 of 3 done');
  await playground.stores.show('Tasks');
  await expect((await playground.stores.task('shell-1')).getByRole('group', { name: /Output/ })).toContainText(
    'tick 1',
  );
  await expect.poll(() => violationsIn(page, '[data-pane="Stores"]')).toEqual([]);
});

test('the palette leads to each store @long', async ({ playground }) => {
  await playground.open();
  await playground.command('State: Plan');
  await expect(playground.stores.store('Plan')).toContainText('ExitPlanMode');
});
