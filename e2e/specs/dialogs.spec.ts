import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { clippedLabels } from '../fixtures/clipped-labels';
import { walkByTab } from '../fixtures/keyboard-walk';
import { expect, test } from '../fixtures/test';
import { violationsIn } from '../fixtures/violations-in';
import { FilesPane } from '../pages/files-pane';
import { WorkshopPage } from '../pages/workshop-page';

/** Looks at the open dialog: axe in both themes, the keyboard, its texts. Then Escape closes it. */
async function expectGoodDialog(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Loading…', { exact: true })).toHaveCount(0);
  await expect.poll(() => violationsIn(page, '[role="dialog"]'), String(name)).toEqual([]);
  await expect.poll(() => clippedLabels(page), String(name)).toEqual([]);
  expect(await walkByTab(page), String(name)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Looks at what the agent asks, without leaving the page. */
async function expectGoodCard(page: Page, name: string): Promise<void> {
  const card = page.getByRole('region', { name }).or(page.getByRole('form', { name }));
  await expect(card).toBeVisible();
  await expect.poll(() => violationsIn(page, '[data-pane="Conversation"]'), name).toEqual([]);
  await expect.poll(() => clippedLabels(page), name).toEqual([]);
  expect(await walkByTab(page), name).toEqual([]);
}

const SIZES = [
  { name: 'a wide window', width: 1280, height: 720 },
  { name: 'a phone', width: 390, height: 844 },
];

for (const { name: window, ...viewport } of SIZES) {
  test.describe(`in ${window} @long`, () => {
    test.use({ viewport });

    test('every dialog of the playground is read, reached by keyboard and closed', async ({ playground, page }) => {
      test.slow();
      await playground.open({ scenario: 'long-reply' });
      await expect(page.locator('[data-pane="Files"]').getByText('README.md')).toBeAttached();
      const keys: [string, string | RegExp][] = [
        ['ControlOrMeta+k', /./],
        ['ControlOrMeta+,', 'Settings'],
        ['?', /./],
        ['o', 'Scenarios'],
        ['t', 'Threads in this browser'],
      ];
      for (const [key, name] of keys) {
        await page.keyboard.press(key);
        await expectGoodDialog(page, name);
      }
      await playground.command('Replay or save a cassette');
      await expectGoodDialog(page, 'Cassettes');
    });

    test('and every dialog of the workshop', async ({ page }) => {
      test.slow();
      const workshop = new WorkshopPage(page);
      await workshop.open();
      await workshop.begin('Computes something');
      for (const name of [
        'Rename this pack',
        'Versions',
        'Delete this pack',
        'New file',
        'New pack',
        /^Rename .*\.ts$/,
      ]) {
        await page.getByRole('button', { name }).first().click();
        await expectGoodDialog(page, /./);
      }
      await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
      await expectGoodDialog(page, 'Settings');
    });

    test('and every card that asks a person', async ({ playground, page }) => {
      test.slow();
      await playground.open({ scenario: 'ask-first' });
      await page.keyboard.press('r');
      await expectGoodCard(page, 'Approval');
      await playground.open({ scenario: 'ask-the-person' });
      await page.keyboard.press('r');
      await expectGoodCard(page, 'Questions');
      await playground.open({ scenario: 'plan-first' });
      await page.keyboard.press('r');
      await expectGoodCard(page, 'Plan to approve');
      await playground.open({ model: 'human', scenario: 'long-reply' });
      await page.keyboard.press('r');
      await expectGoodCard(page, 'Your turn as the model');
    });
  });
}

test('the dialogs about files: changes that would be lost, another project, a repository @long', async ({
  playground,
  page,
}) => {
  test.slow();
  const files = new FilesPane(page);
  await playground.open({ scenario: 'long-reply' });
  await files.project('Clone a git repository…');
  await expectGoodDialog(page, 'Clone a git repository');
  const buffer = Buffer.from(zipSync({ 'a.txt': new Uint8Array([97]) }));
  await files.choose('Open a zip archive…', [{ name: 'shop.zip', mimeType: 'application/zip', buffer }]);
  await expectGoodDialog(page, /^Open /);

  await playground.file('README.md').dblclick();
  await playground.editor.typeAtStart('Mine ');
  await playground.editor.pane.getByRole('button', { name: 'Close this tab' }).click();
  await expectGoodDialog(page, /./);
  await playground.editor.lines.first().click();
  await playground.editor.save();
  await expect(playground.file('README.md, modified by you')).toBeVisible();
  await playground.command('Reset the files');
  await expectGoodDialog(page, /./);
  await playground.run();
  await playground.waitForEnd();
  // The tab left with the thread before.
  await playground.file('README.md, modified by you').dblclick();
  await playground.editor.typeAtStart('Again ');
  await playground.editor.save();
  await playground.run();
  await expectGoodDialog(page, /./);
});

for (const typed of ['😀', '.*('])
  test(`the palette has nothing for “${typed}”, and says so`, async ({ playground, page }) => {
    await playground.open();
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill(typed);
    await expect(dialog).toContainText('No command matches.');
    await expect(dialog.getByRole('option')).toHaveCount(0);
  });
