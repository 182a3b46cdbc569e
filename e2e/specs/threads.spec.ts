import { expect, test } from '../fixtures/test';
import type { Playground } from '../pages/playground';

const threadOf = (playground: Playground): string | null => new URL(playground.page.url()).searchParams.get('thread');

test.beforeEach(async ({ playground }) => {
  await playground.open({ scenario: 'long-reply', mode: 'bypassPermissions' });
  await playground.run();
  await playground.waitForEnd();
});

test('Back and Forward move between threads', async ({ playground, page }) => {
  const first = threadOf(playground);
  await playground.say('What can you do?');
  await playground.waitForEnd();
  await playground.run();
  await expect.poll(() => threadOf(playground)).not.toBe(first);
  await playground.waitForEnd();
  const second = threadOf(playground);
  await page.goBack();
  await expect(playground.messages).toContainText('What can you do?');
  await expect.poll(() => threadOf(playground)).toBe(first);
  await page.goForward();
  await expect(playground.messages).not.toContainText('What can you do?');
  await playground.waitForEnd();
  await expect.poll(() => threadOf(playground)).toBe(second);
});

test('a thread is found again in the list of this browser @long', async ({ playground, page }) => {
  const first = threadOf(playground);
  await playground.command('New thread');
  await expect.poll(() => threadOf(playground)).toBe(null);
  await page.getByRole('button', { name: 'Threads of this browser' }).click();
  await page.getByRole('dialog').getByRole('option').first().click();
  await expect(playground.messages).toContainText('A tool is a promise');
  await expect.poll(() => threadOf(playground)).toBe(first);
});

test('after a reload the editor has its tabs again @long', async ({ playground, page }) => {
  await playground.file('README.md').dblclick();
  await playground.file('package.json').dblclick();
  await expect(playground.editor.tab('package.json')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(playground.editor.tab('package.json')).toHaveAttribute('aria-selected', 'true');
  await expect(playground.editor.tab('README.md')).toBeVisible();
  await expect(playground.editor.pane).toContainText('"name"');
});
