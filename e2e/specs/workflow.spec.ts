import { expect, test } from '../fixtures/test';

test('a workflow is checked when it is made, stops at the step that fails, and is run by a person', async ({
  playground,
}) => {
  await playground.open({ scenario: 'workflow' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('WorkflowCreate', 'invalid')).toHaveCount(1);
  await expect(playground.cards('WorkflowCreate', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('WorkflowRun', 'succeeded')).toHaveCount(1);
  const failed = playground.cards('WorkflowRun', 'failed');
  await expect(failed).toHaveCount(1);

  await failed.getByRole('button').first().click();
  const nested = playground.call.pane.getByRole('list', { name: 'Calls it made' }).getByRole('listitem');
  await expect(nested).toHaveCount(1);
  await expect(nested).toContainText('NOT_FOUND');

  await playground.show('State');
  await playground.stores.show('Workflows');
  const workflows = playground.stores.store('Workflows');
  await expect(workflows.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(3);
  await workflows.getByRole('textbox', { name: 'file' }).fill('docs/prices.md');
  await workflows.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(workflows.getByLabel('Progress')).toContainText('3/3 tell (Bash)');
  await expect(workflows.getByRole('region', { name: 'Outcome of the call' })).toContainText('all 3 steps succeeded');
  await expect(workflows).toContainText('docs/prices.md: 15 lines');
});

test('a call that waits for one of its own says so, and leads to what is asked', async ({ playground }) => {
  await playground.open({ scenario: 'workflow', mode: 'default' });
  await playground.run();
  await expect(async () => {
    const { card } = playground.approval;
    await expect(card).toBeVisible({ timeout: 5000 });
    if (!(await card.getByText('makes this call').isVisible())) await playground.approval.allow();
    await expect(card.getByText('makes this call')).toBeVisible({ timeout: 1000 });
  }).toPass();
  const outer = playground.cards('WorkflowRun', 'waiting for you');
  await outer.getByRole('button', { name: 'Answer it' }).click();
  await expect(playground.approval.card.getByRole('button', { name: /^Allow/ })).toBeFocused();
});
