import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from '../fixtures/test';
import { axeFor } from '../fixtures/violations-in';
import { FilesPane } from '../pages/files-pane';

const zip = (name: string, files: Record<string, string>) => [
  {
    name,
    mimeType: 'application/zip',
    buffer: Buffer.from(
      zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
    ),
  },
];

test.beforeEach(async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test' });
  await expect(playground.file('README.md')).toBeVisible();
});

test('files are made, renamed, deleted and brought back in the tree', async ({ page, playground }) => {
  const files = new FilesPane(page);
  await files.more.click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect((await axeFor(page, 'dark').withRules('region').analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await files.menu('src', 'New file');
  await files.typeName('notes/today.md');
  await expect(files.row(/^today\.md, .* by you$/)).toBeVisible();
  await expect(playground.editor.tab('today.md')).toBeVisible();

  await files.row('README.md').click();
  await page.keyboard.press('F2');
  await files.typeName('LIESMICH.md');
  await expect(files.row(/^LIESMICH\.md/)).toBeVisible();
  await files.row(/^LIESMICH\.md/).click();
  await page.keyboard.press('F2');
  await files.typeName('package.json');
  await expect(files.notice).toContainText('package.json already exists');

  await files.row(/^LIESMICH\.md/).click();
  await page.keyboard.press('Delete');
  await expect(files.notice).toContainText('Deleted LIESMICH.md');
  await expect(files.row(/^LIESMICH\.md/)).toHaveCount(0);
  await files.undo();
  await expect(files.row(/^LIESMICH\.md/)).toBeVisible();

  await files.menu('src', 'Open in the terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.enter('ls -d notes && pwd');
  await expect(playground.terminal.text).toContainText(/\/src\s/);
});

test('an archive becomes the project, and what was there comes back', async ({ page, playground }) => {
  const files = new FilesPane(page);
  await files.choose(
    'Open a zip archive…',
    zip('shop.zip', { 'shop/run.sh': '#!/bin/sh\necho opened\n', 'shop/a/b.txt': 'b' }),
  );
  await expect(files.dialog).toContainText('2 files');
  await files.dialog.getByRole('button', { name: 'Replace the project' }).click();
  await expect(files.row(/^run\.sh/)).toBeVisible();
  await expect(files.row(/^README\.md/)).toHaveCount(0);
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.enter('./run.sh');
  await expect(playground.terminal.text).toContainText('opened');
  await files.undo();
  await expect(playground.file('README.md')).toBeVisible();
  await expect(files.row(/^run\.sh/)).toHaveCount(0);

  await files.choose('Open a zip archive…', zip('slip.zip', { '../../slip': 'x' }));
  await expect(files.notice).toContainText('would land outside the project');
  await expect(playground.file('README.md')).toBeVisible();
});

test('files come in and go out', async ({ page, playground }) => {
  const files = new FilesPane(page);
  await files.drop('dropped.txt', 'dropped here', 'src');
  await expect(files.row(/^dropped\.txt/)).toBeVisible();
  const one = await files.download(() => files.menu(/^dropped\.txt/, 'Download'));
  expect([one.name, strFromU8(one.bytes)]).toEqual(['dropped.txt', 'dropped here']);

  const all = await files.download(() => files.project('Download as a zip'));
  const [folder] = all.name.split('.');
  const inside = unzipSync(all.bytes);
  expect(strFromU8(inside[`${folder}/src/dropped.txt`] ?? new Uint8Array())).toBe('dropped here');
  expect(Object.keys(inside)).toContain(`${folder}/package.json`);
  await expect(playground.file('package.json')).toBeVisible();
});
