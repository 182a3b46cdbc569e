import { expect, test } from '../fixtures/test';

test('a misspelt field is marked where it stands, listed, and explained as the model read it', async ({
  playground,
}) => {
  await playground.openIssuesOfRefusedCall('fix-the-test', 'Edit');

  await expect(playground.call.issues).toHaveCount(2);
  await expect(playground.call.issues.filter({ hasText: '$.file_path' })).toContainText('required, but missing');
  await expect(playground.call.issues.filter({ hasText: '$.Path' })).toHaveCount(1);
  await expect(playground.call.markers).not.toHaveCount(0);
  await expect(playground.call.part('What the model was told')).toContainText('file_path');
});
