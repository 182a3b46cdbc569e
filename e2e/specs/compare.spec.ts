import { violationsIn } from '../fixtures/violations-in';
import { expect, test } from '../fixtures/test';

test('two runs of one scenario under two designs are compared, figure by figure and call by call', async ({
  playground,
  page,
}) => {
  for (const preset of [undefined, 'claude-agent-sdk']) {
    await playground.open({ scenario: 'ambiguous-edit', mode: 'bypassPermissions', preset });
    await playground.run();
    await playground.waitForEnd();
  }
  await page.getByRole('button', { name: 'Threads in this browser' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Compare / })
    .click();

  await expect(page).toHaveURL(/\/compare\?left=.+&right=.+/);
  const figures = page.getByRole('table', { name: 'Figures' });
  await expect(figures.getByRole('row', { name: 'Tool preset' })).toContainText('Claude Agent SDK');
  await expect(figures.getByRole('row', { name: 'Model Scripted (offline) Scripted (offline)' })).toBeVisible();
  await expect(figures.getByRole('row', { name: 'Last run' })).toHaveText(/Done\s*Done/);
  const pairs = page.getByRole('listitem');
  const read = pairs.filter({ hasText: 'FileRead' }).first();
  await read.locator('summary').click();
  await expect(read).toContainText('What the model was told');
  await expect.poll(() => violationsIn(page, 'body')).toEqual([]);
  // The link names what is compared: it survives a reload and swapping the sides.
  await page.reload();
  await expect(figures).toBeVisible();
  await page.getByRole('combobox', { name: 'Right thread' }).selectOption('');
  await expect(figures).toBeHidden();
  await expect(page).toHaveURL(/\/compare\?left=[^&]+$/);
});

test('before two threads are chosen, the page says what to do, and offers a pair', async ({ playground, page }) => {
  await page.goto('/compare');
  await expect(page.getByText('No threads in this browser yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Run a scenario' })).toBeVisible();
  for (const expected of ['There is one thread', 'begin with a pair']) {
    await playground.play('ask-first');
    await page.goto('/compare');
    await expect(page.getByText(expected)).toBeVisible();
  }
  expect(await violationsIn(page, 'main')).toEqual([]);
  const suggested = page.getByRole('region', { name: /begin with a pair/ });
  await suggested.getByRole('button').click();
  await expect(page.getByRole('table', { name: 'Figures' })).toBeVisible();
  await expect(suggested).toBeHidden();
  await expect(page).toHaveURL(/\/compare\?left=.+&right=.+/);
});

test('a thread that is not there is said, and nothing is compared', async ({ page, faults }) => {
  faults.allow(/nowhere-to-be-found/);
  await page.goto('/compare?left=nowhere-to-be-found');
  await expect(page.getByRole('alert').first()).toContainText(/thread/i);
  await expect(page.getByText('No threads in this browser yet.')).toBeVisible();
});
