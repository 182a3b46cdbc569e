import { expect, test } from '../fixtures/test';

test('a hook is added from an example, runs around a call, and is seen in the last runs and on the timeline', async ({
  playground,
}) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions', pane: 'hooks' });
  const { hooks } = playground;
  await expect(hooks.steps).not.toHaveCount(0);
  await hooks.add('Advise after a failure');
  await expect(hooks.list).toHaveCount(1);
  await playground.run();
  await playground.waitForEnd();
  await playground.show('Hooks');
  await hooks.show('Last runs');
  await expect(hooks.runs.first()).toContainText('Advise after a failure');
  await expect(playground.timeline.bar(/Advise after a failure/).first()).toBeVisible();
  const card = playground.cards('Bash', 'failed').first();
  await card.getByRole('button').first().click();
  await expect(card).toContainText('Read the first error only');
});

test('hooks are kept, switched off and deleted @long', async ({ playground, page }) => {
  await playground.open({ pane: 'hooks' });
  const { hooks } = playground;
  await hooks.add('Hide keys');
  await page.reload();
  await playground.ready();
  await expect(hooks.list).toHaveCount(1);
  await hooks.list.getByRole('switch').click();
  await expect(hooks.list.getByRole('switch')).not.toBeChecked();
  await hooks.pane.getByRole('button', { name: 'Delete Hide keys' }).click();
  await expect(hooks.list).toHaveCount(0);
});

test('a hook decides in a person’s place, and what it says nothing about is still asked', async ({ playground }) => {
  await playground.open({ scenario: 'ask-first', pane: 'hooks' });
  await playground.hooks.add('Allow harmless commands');
  await playground.run();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Write', 'waiting for you')).toHaveCount(1);
  await playground.approval.deny('enough');
  await playground.waitForEnd();
  await expect(playground.timeline.bar(/^permission: canUseTool/).first()).toBeVisible();
  await playground.show('Hooks');
  await playground.hooks.show('Last runs');
  await expect(playground.hooks.runs.filter({ hasText: 'Allow harmless commands: allowed it' })).toHaveCount(1);
});

test('a hook with a slip is not saved; one that blocks is named by the card, the last runs and Why', async ({
  playground,
}) => {
  await playground.open({ scenario: 'ask-first', pane: 'hooks' });
  const { hooks } = playground;
  await hooks.add('Allow harmless commands');
  await hooks.typeAtStart('return { block: ');
  await hooks.save();
  await expect(hooks.pane.getByRole('alert')).toContainText('Not saved: the code is not valid JavaScript');
  await hooks.typeAtStart("return { block: true, reason: 'Not today.' }; //");
  await hooks.save();
  await expect(hooks.pane.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await playground.run();
  const card = playground.cards('Bash', 'denied').first();
  await expect(card).toContainText('Not today.');
  await playground.approval.deny('enough');
  await playground.waitForEnd();
  await playground.show('Hooks');
  await hooks.show('Last runs');
  await expect(hooks.runs.filter({ hasText: 'blocked (Not today.)' })).not.toHaveCount(0);
  await card.getByRole('button', { name: 'Why?' }).click();
  await expect(playground.policy.verdict).toContainText('It would be denied.');
  await expect(playground.policy.decided).toContainText('Allow harmless commands');
});

test('middleware written in the page stands around a call, and what it says is read by the model @long', async ({
  playground,
}) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions', pane: 'hooks' });
  const { hooks } = playground;
  await hooks.add('Measure results, fetch nothing');
  await expect(hooks.steps.filter({ hasText: 'middleware' })).not.toHaveCount(0);
  await playground.run();
  await playground.waitForEnd();
  await playground.show('Hooks');
  await hooks.show('Last runs');
  await expect(hooks.runs.first()).toContainText('Measure results, fetch nothing');
  await expect(playground.timeline.bar(/Measure results, fetch nothing/).first()).toBeVisible();
  const card = playground.cards('Bash', 'succeeded').first();
  await card.getByRole('button').first().click();
  await expect(card).toContainText(/Bash took \d+ characters\./);
});

test('middleware under y-agent does not see the calls that are taken before it @long', async ({ playground }) => {
  await playground.open({ scenario: 'workflow', mode: 'bypassPermissions', pane: 'hooks', preset: 'y-agent' });
  await playground.hooks.add('Measure results, fetch nothing');
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('WorkflowRun', 'succeeded')).not.toHaveCount(0);
  await playground.show('Hooks');
  await playground.hooks.show('Last runs');
  await expect(playground.hooks.runs.filter({ hasText: 'Measure results, fetch nothing' })).toHaveCount(0);
});
