import { expect, test } from '../fixtures/test';

test('a skill narrows the tools until it is ended, across a reload, and the page shows it @long', async ({
  playground,
  page,
}) => {
  await playground.open({ scenario: 'skill', mode: 'default' });
  await playground.run();
  await expect(playground.approval.card).toContainText('Begin the skill release-notes');
  await playground.approval.allow();

  await expect(playground.approval.card).toContainText('End the skill release-notes');
  const tools = playground.pane('What the model sees');
  const bash = tools.getByRole('button', { name: /^Bash\b/ });
  await expect(playground.cards('Bash', 'invalid')).toHaveCount(1);
  await expect(tools).toContainText('Narrowed by skill release-notes');
  await expect(bash).toContainText('off');

  await page.reload();
  await playground.ready();
  await expect(tools).toContainText('Narrowed by skill release-notes');
  await playground.approval.allow();

  await expect(playground.approval.card).toContainText('Look at the history');
  await expect(bash).not.toContainText('off');
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(tools).not.toContainText('Narrowed by skill');
});
