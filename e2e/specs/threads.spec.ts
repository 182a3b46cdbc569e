import { violationsIn } from '../fixtures/violations-in';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ playground }) => {
  await playground.play('long-reply');
  await playground.link();
});

test('Back and Forward move between threads', async ({ playground, page }) => {
  const first = playground.thread;
  await playground.say('What can you do?');
  await playground.waitForEnd();
  await playground.run();
  await expect.poll(() => playground.thread).not.toBe(first);
  await playground.waitForEnd();
  const second = playground.thread;
  // What is shown beside a thread is part of its link, too.
  await playground.show('Policy');
  await page.goBack();
  await expect(playground.messages).toContainText('What can you do?');
  await expect.poll(() => playground.thread).toBe(first);
  await page.goForward();
  await expect(playground.messages).not.toContainText('What can you do?');
  await playground.waitForEnd();
  await expect.poll(() => playground.thread).toBe(second);
});

test('a run says that it has a thread of its own, and leads back to the one before', async ({ playground, page }) => {
  const first = playground.thread;
  const notice = playground.pane('Conversation').getByText('This run has a new thread');
  await expect(notice).toBeHidden();
  await playground.run();
  await expect(notice).toBeVisible();
  await expect.poll(() => playground.thread).not.toBe(first);
  await playground.waitForEnd();
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expect.poll(() => playground.thread).toBe(first);
  await expect(notice).toBeHidden();
});

test('the way to another page and back leads to the same thread', async ({ playground, page }) => {
  const first = playground.thread;
  const pages = page.getByRole('navigation');
  await pages.getByRole('link', { name: 'Presets' }).click();
  await pages.getByRole('link', { name: 'Playground' }).click();
  await expect(playground.messages).toContainText('A tool is a promise');
  await expect.poll(() => playground.thread).toBe(first);
});

test('a thread is found again in the list of this browser @long', async ({ playground, page }) => {
  const first = playground.thread;
  await playground.command('New thread');
  await expect.poll(() => playground.thread).toBe(null);
  await page.getByRole('button', { name: 'Threads in this browser' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  await expect(playground.messages).toContainText('A tool is a promise');
  await expect.poll(() => playground.thread).toBe(first);
});

test('a thread is named, found by its name and deleted for good, which its link says', async ({
  playground,
  page,
  context,
  faults,
}) => {
  faults.allow(/410/);
  const link = await playground.link();
  await page.getByRole('button', { name: 'Threads in this browser' }).click();
  const dialog = page.getByRole('dialog');
  const threads = dialog.getByRole('list', { name: 'Threads' }).getByRole('listitem');
  await expect(threads).toHaveCount(1);
  await expect(threads).toContainText('Done');
  await threads.getByRole('button', { name: /^Rename / }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('What a tool is');
  await page.keyboard.press('Enter');
  await expect(threads).toContainText('What a tool is');
  await expect(threads.getByRole('button', { name: /^Rename / })).toBeFocused();
  await dialog.getByRole('searchbox').fill('tool is');
  // Asked first; Escape keeps the thread, and the dialog open.
  await threads.getByRole('button', { name: /^Delete / }).click();
  await expect.poll(() => violationsIn(page, '[role="dialog"]')).toEqual([]);
  await expect(threads.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(threads).toContainText('Done');
  await expect(threads.getByRole('button', { name: /^Delete / })).toBeFocused();
  await threads.getByRole('button', { name: /^Delete / }).click();
  await threads.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('Deleted: What a tool is');
  await expect(threads).toHaveCount(0);
  await page.keyboard.press('Escape');
  // It was open, and has been left.
  await expect(playground.messages).not.toContainText('A tool is a promise');
  await expect.poll(() => playground.thread).toBe(null);
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('alert').filter({ hasText: 'GONE' })).toContainText('This thread was deleted.');
  await expect(other.getByRole('alert').getByRole('button', { name: 'New thread' })).toBeVisible();
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
