import { expect, test } from '../fixtures/test';

test('a misspelt field is marked where it stands, listed, and explained as the model read it', async ({
  playground,
}) => {
  await playground.openIssuesOfRefusedCall();

  await expect(playground.issues.list).toHaveCount(2);
  await expect(playground.issues.list.filter({ hasText: '$.file_path' })).toContainText('received nothing');
  await expect(playground.issues.list.filter({ hasText: '$.Path' })).toHaveCount(1);
  await expect(playground.issues.markers).not.toHaveCount(0);
  await playground.issues.pane.getByText('What the model was told').click();
  await expect(playground.issues.pane).toContainText('file_path');
});

test('following leads to the newest call, until a person chooses one', async ({ playground, page }) => {
  const result = playground.pane('Result');
  await playground.open({ scenario: 'fix-the-test', mode: 'acceptEdits' });
  await playground.run();
  await expect(result).toContainText('waiting for you');
  await playground.approval.allow();
  await expect(playground.cards('Edit', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Bash', 'waiting for you')).toHaveCount(1);
  await expect(result).toContainText('waiting for you');
  const refused = playground.cards('Edit', 'invalid');
  await refused.getByRole('button').first().click();
  await refused.getByRole('button', { name: 'Show issues' }).click();
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(playground.issues.list).toHaveCount(2);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible();
  await expect(result).toContainText('succeeded');
});
