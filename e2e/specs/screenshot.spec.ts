import { expect, test } from '../fixtures/test';

test.skip(process.env.TOOLYARD_SCREENSHOT !== '1', 'taken on demand: TOOLYARD_SCREENSHOT=1');
test.use({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2, colorScheme: 'dark' });

test('the screenshot of the README', async ({ playground, page }) => {
  await playground.openIssuesOfRefusedCall('fix-the-test', 'Edit');
  await expect(playground.call.markers).not.toHaveCount(0);
  await playground.pane('Files').getByRole('button', { name: '1 changed' }).click();
  await expect(playground.editor.insertedLines).not.toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: 'public/screenshots/playground.png' });
});
