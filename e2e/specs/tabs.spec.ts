import { Playground } from '../pages/playground';
import { expect, test } from '../fixtures/test';

test('of two tabs on one thread one acts, the other watches and may take over', async ({ playground, context }) => {
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(playground.approval.card).toBeVisible();

  const other = new Playground(await context.newPage());
  await other.page.goto(playground.page.url());
  await expect(other.pane('Conversation')).toContainText('Another tab runs this thread');
  await expect(other.allCards).toHaveCount(2);
  await expect(other.approval.card).toBeHidden();

  await other.page.getByRole('button', { name: 'Take over' }).click();
  await expect(other.approval.card).toBeVisible();
  await expect(playground.approval.card).toBeHidden();
  await other.approval.allow();
  await other.approval.allow();
  await other.waitForEnd();
  await expect(other.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
});

test('when the acting tab closes, the other can go on @long', async ({ playground, context }) => {
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(playground.approval.card).toBeVisible();
  const other = new Playground(await context.newPage());
  await other.page.goto(playground.page.url());
  await expect(other.allCards).toHaveCount(2);
  await playground.page.close();
  await expect(other.approval.card).toBeVisible();
  await other.approval.allow();
  await other.approval.allow();
  await other.waitForEnd();
});
