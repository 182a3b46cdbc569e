import { expect, test } from '../fixtures/test';

test('two agents explore side by side, a third one edits; all is nested, on the timeline, and counted', async ({
  playground,
}) => {
  await playground.open({ scenario: 'sub-agents' });
  await playground.run();
  await playground.waitForEnd();
  const { agents, timeline } = playground;
  await expect(playground.cards('Agent', 'succeeded')).toHaveCount(3);
  await expect(playground.messages.getByRole('group', { name: 'Agents · together' })).toHaveCount(1);

  const mender = await agents.open('mender');
  await expect(mender.getByRole('article', { name: 'Read, succeeded' })).toBeVisible();
  // Something that is opened stays where it was clicked.
  await expect(playground.cards('Agent', 'succeeded').last().getByRole('button').first()).toBeInViewport();
  const edit = mender.getByRole('article', { name: 'Edit, succeeded' });
  await edit.getByRole('button').first().click();
  await edit.getByRole('button', { name: 'Show diff' }).click();
  await expect(playground.editor.tab(/cart\.ts · call 2 of mender/)).toBeVisible();
  await expect(timeline.bar(/^mender: Edit src\/cart\.ts · succeeded/)).toHaveCount(1);
  await expect(timeline.bar(/^agent-1: /).first()).toBeVisible();
  await timeline.lanesOf('mender').click();
  await expect(timeline.lanesOf('mender')).toHaveAttribute('aria-expanded', 'true');
  await expect(timeline.bar(/^mender: Edit src\/cart\.ts · succeeded/)).toHaveCount(1);
  const tokens = playground.pane('Tokens');
  await tokens.getByText('By agent').click();
  await expect(tokens.getByRole('region', { name: 'Tokens by agent' }).getByRole('row')).toHaveCount(5);
  await playground.expectAllResolved();
});

test('an agent asks in its own name, and has no more permission than its parent', async ({ playground }) => {
  await playground.open({ scenario: 'sub-agents', mode: 'default' });
  await playground.run();
  await expect(playground.approval.card).toContainText('asked by mender', { timeout: 90_000 });
  await expect(playground.cards('Agent', 'waiting for you')).toContainText('waiting for you');
  await playground.approval.deny('Leave it as it is');
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('I was not allowed to change the file');
  const mender = await playground.agents.open('mender');
  await expect(mender.getByRole('article', { name: 'Edit, denied' })).toBeVisible();
});

test('an agent in the background: a message reaches it on its way, its report begins a new turn @long', async ({
  playground,
}) => {
  await playground.open({ scenario: 'background-agent' });
  await playground.run();
  await expect(playground.messages).toContainText('Its report will wake me.', { timeout: 60_000 });
  await expect(playground.messages).toContainText('The scout reported while nobody was waiting for it', {
    timeout: 90_000,
  });
  const scout = await playground.agents.open('scout');
  await expect(scout).toContainText('Message from mainLook at shipping, too');
  await expect(scout.getByRole('article', { name: 'Read, succeeded' })).toHaveCount(1);
  const mail = await playground.agents.mail();
  await expect(mail.getByRole('listitem')).toHaveCount(2);
  await expect(mail.getByText('unread', { exact: true })).toHaveCount(0);
});

test('a worktree each: two agents change the same line and do not see each other @long', async ({ playground }) => {
  await playground.open({ scenario: 'isolation' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('Agent', 'succeeded')).toHaveCount(2);
  await expect(playground.messages).toContainText('return Math.floor(amount + 0.5);');
  await expect(playground.messages).toContainText('return Math.round(amount);');
  await expect(playground.messages).toContainText('Intl.NumberFormat');
  const plain = await playground.agents.open('plain');
  await expect(plain).toContainText('branch worktree-agent-1');
});

test('one agent is stopped alone @long', async ({ playground }) => {
  await playground.open({ scenario: 'sub-agents', mode: 'default' });
  await playground.run();
  await expect(playground.approval.card).toContainText('asked by mender', { timeout: 90_000 });
  const mender = await playground.agents.open('mender');
  await mender.getByRole('button', { name: 'Stop mender' }).click();
  await playground.waitForEnd();
  await expect(playground.approval.card).toHaveCount(0);
  await expect(playground.cards('Agent', 'stopped')).toHaveCount(1);
  await expect(mender).toContainText('stopped');
});

test('an agent cut off by a reload is gone on with, and knows what it did @long', async ({ playground, page }) => {
  await playground.open({ scenario: 'sub-agents', mode: 'default' });
  await playground.run();
  await expect(playground.approval.card).toContainText('asked by mender', { timeout: 90_000 });
  await page.reload();
  await playground.ready();
  await expect(playground.messages).toContainText('It still knows everything it did, so it can go on.', {
    timeout: 90_000,
  });
  await expect(playground.approval.card).toContainText('asked by mender', { timeout: 60_000 });
  await playground.approval.allow();
  await playground.waitForEnd();
  const mender = await playground.agents.open('mender');
  await expect(mender.getByRole('article', { name: /^Read/ })).toHaveCount(1);
  await expect(mender.getByRole('article', { name: 'Edit, succeeded' })).toHaveCount(1);
  await expect(playground.messages).toContainText('rounds to whole cents');
});
