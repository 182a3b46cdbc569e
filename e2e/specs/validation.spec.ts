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

test('following, the issues of a refused call are shown at once and stay', async ({ playground, page }) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'acceptEdits' });
  await playground.run();
  await playground.approval.allow();
  await expect(playground.issues.list).toHaveCount(2);
  await expect(playground.approval.card).toBeVisible();
  await expect(playground.issues.list).toHaveCount(2);
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(playground.issues.list).toHaveCount(2);
  await playground.show('Result');
  await expect(playground.issues.pane).toBeHidden();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
});
