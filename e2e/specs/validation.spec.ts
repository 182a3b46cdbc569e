import { expect, test } from '../fixtures/test';

test('a misspelt field is marked where it stands, listed, and explained as the model read it', async ({
  playground,
}) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await playground.run();
  await playground.waitForEnd();
  const card = playground.cards('Edit', 'invalid');
  await card.getByRole('button').first().click();
  await card.getByRole('button', { name: 'Show issues' }).click();

  await expect(playground.issues.list).toHaveCount(2);
  await expect(playground.issues.list.filter({ hasText: '$.file_path' })).toContainText('received nothing');
  await expect(playground.issues.list.filter({ hasText: '$.Path' })).toHaveCount(1);
  await expect(playground.issues.markers).not.toHaveCount(0);
  await playground.issues.pane.getByText('What the model was told').click();
  await expect(playground.issues.pane).toContainText('file_path');
});
