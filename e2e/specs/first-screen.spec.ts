import { gzipSync } from 'node:zlib';
import { violationsIn } from '../fixtures/violations-in';
import { expect, test } from '../fixtures/test';

test('the first screen says what this is, and has ways in', async ({ playground, page }) => {
  await playground.open();
  await expect(playground.messages).toContainText('See what happens when an agent calls a tool.');
  const setup = playground.messages.getByRole('region', { name: 'How it runs' });
  await expect(setup).toContainText('Ask before edits');
  await expect(setup).toBeInViewport({ ratio: 1 });
  await expect(setup).toContainText('Toolyard’s own');
  await expect(page.getByRole('button', { name: /^Use your model/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Make a tool/ })).toHaveAttribute('href', '/workshop');
  await page.getByRole('link', { name: /^Try a tool/ }).click();
  await expect(page).toHaveURL(/\/tools\/Edit$/);
  await page.goBack();
  await playground.ready();
  await page.getByRole('button', { name: /^Run “/ }).click();
  await expect(playground.approval.card).toBeVisible();
});

for (const language of ['en', 'zh-CN'])
  test(`the first load is at most 180 KB of JavaScript, compressed: ${language}`, async ({ request }) => {
    const html = await (await request.get('/', { headers: { 'accept-language': language } })).text();
    const tags = html.match(/<(?:script|link rel="preload")[^>]+\.js"[^>]*>/g) ?? [];
    const urls = tags
      .filter((tag) => !/nomodule/i.test(tag))
      .map((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '');
    const sizes = await Promise.all(
      [...new Set(urls)].map(async (url) => [gzipSync(await (await request.get(url)).body()).length, url] as const),
    );
    expect(sizes.length).toBeGreaterThan(5);
    const bytes = sizes.reduce((sum, [size]) => sum + size, 0);
    expect(bytes, JSON.stringify(sizes)).toBeLessThanOrEqual(180 * 1024);
  });

test('wrong arguments are two clicks from the first screen', async ({ playground, page }) => {
  await playground.open();
  await page.getByRole('link', { name: /^Try a tool/ }).click();
  await page.getByRole('button', { name: 'Misspell a field' }).click();
  await expect(page.getByRole('region', { name: 'Outcome of the call' })).toContainText('INVALID_ARGS');
});

test('what a run will be is seen where it is begun', async ({ playground, page }) => {
  await playground.open({ preset: 'y-agent', mode: 'acceptEdits', toolMode: 'prompt', dialect: 'minimax' });
  const setup = playground.messages.getByRole('region', { name: 'How it runs' });
  for (const words of ['Accept edits', 'y-agent', 'MiniMax', 'Embedded']) await expect(setup).toContainText(words);
  await expect(page.getByRole('banner').getByRole('button', { name: /y-agent · MiniMax/ })).toBeVisible();
});

test('a scenario is found by what it teaches or uses, with what it needs and how long it takes @long', async ({
  playground,
  page,
}) => {
  await playground.open();
  await playground.scenario.click();
  const dialog = page.getByRole('dialog', { name: 'Scenarios' });
  await expect(dialog.getByRole('option', { selected: true })).toContainText('Fix the failing test');
  await expect.poll(() => violationsIn(page, '[role="dialog"]')).toEqual([]);
  for (const [words, title] of [
    ['rate limit', 'Too many calls'],
    ['valdation', 'Arguments that do not fit'],
    ['参数', 'Arguments that do not fit'],
  ] as const) {
    await dialog.getByRole('combobox').fill(words);
    await expect(dialog.getByRole('option', { name: title })).toBeVisible();
  }
  await dialog.getByRole('combobox').fill('cron');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await expect(dialog.getByRole('option')).toContainText('two minutes');
  await expect(dialog.getByRole('option')).toContainText('Needs Bash, CronCreate, CronList');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/scenario=cron/);
  await expect(page.getByRole('button', { name: /^Run “/ })).toBeVisible();
});

test('a file that a person looks at stays open when the first run begins', async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await playground.file('README.md').click();
  await expect(playground.editor.tab(/README.md/)).toBeVisible();
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.editor.tab(/README.md/)).toBeVisible();
  await expect(playground.editor.tab(/cart.ts/)).toBeVisible();
});

test('browsers that ask for it by its old name get the icon', async ({ request }) => {
  const icon = await request.get('/favicon.ico');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
});
