import { expect, test } from '../fixtures/test';
import { ToolsPage } from '../pages/tools-page';

test('from the playground to a tool, found by words, by keyboard alone', async ({ playground, page }) => {
  await playground.open();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tools' }).press('Enter');
  const tools = new ToolsPage(page);
  await expect(tools.tool('Read')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('execute bash');
  await expect(tools.tool('Read')).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(tools.tool('Bash')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tools\/Bash$/);
  await expect(tools.shown('Bash').getByRole('heading', { name: 'Bash' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/tools$/);
  await expect(tools.tool('Bash')).toBeVisible();
});

test('tools are narrowed to a source, a category and a design; none is said to be none', async ({ page }) => {
  const tools = new ToolsPage(page);
  await tools.open();
  await expect(tools.tool('Read')).toContainText('tokens');
  await tools.choose('Category').selectOption('filesystem');
  await expect(tools.tool('Bash')).toBeHidden();
  await expect(tools.tool('Edit')).toBeVisible();
  await tools.choose('Source').selectOption('builtin');
  await tools.search.fill('nothing is about this');
  await expect(page.getByText('No tool matches.')).toBeVisible();
  await tools.button('Show all tools').click();
  await expect(tools.tool('Bash')).toBeVisible();
  await tools.choose('Tool preset').selectOption('dskcode');
  await expect(tools.tool('read_file')).toBeVisible();
});

for (const name of ['Browser', 'LSP']) {
  test(`the prepared calls of ${name}, which needs a browser: a good one succeeds, a bad one is refused`, async ({
    page,
  }) => {
    const tools = new ToolsPage(page);
    await tools.open(name);
    // The calls before it may ask, too, one after another: as soon as one is answered, the next may stand in its place.
    await page.addLocatorHandler(
      tools.approval.getByRole('button', { name: /^Allow/ }),
      (allow) => allow.evaluateAll((found) => found.forEach((one) => one instanceof HTMLElement && one.click())),
      { noWaitAfter: true },
    );
    await tools.button('Good call').click();
    await tools.call(name);
    await expect(tools.outcome).toContainText('succeeded', { timeout: 60_000 });
    await tools.button('Bad call').click();
    await expect(tools.outcome).toContainText('INVALID_ARGS');
  });
}

test('what lint says of a tool stands on its page', async ({ page }) => {
  const tools = new ToolsPage(page);
  await tools.open('Read');
  await tools.show('About');
  await expect(page.getByRole('region', { name: 'Design' })).toContainText(
    'Nothing here that models are known to get wrong',
  );
});

test('form and JSON are the same arguments; what was called is in the history', async ({ page }) => {
  const tools = new ToolsPage(page);
  await tools.open('Read');
  const form = tools.form('Read');
  await form.getByRole('textbox', { name: 'file_path', exact: true }).fill('package.json');
  await expect(tools.json('Read')).toContainText('"package.json"');
  await form.getByRole('textbox', { name: 'limit', exact: true }).fill('two');
  await expect(tools.json('Read')).toContainText('"two"');
  await expect(tools.markers).not.toHaveCount(0);
  await tools.call('Read');
  await expect(tools.outcome).toContainText('INVALID_ARGS');
  await expect(tools.outcome).toContainText('limit');
  await form.getByRole('textbox', { name: 'limit', exact: true }).fill('2');
  await tools.call('Read');
  await expect(tools.outcome).toContainText('succeeded');
  await form.getByRole('button', { name: 'Leave out limit' }).click();
  await expect(tools.json('Read')).not.toContainText('limit');
  await page.getByText('History (2)').click();
  await page.getByRole('list', { name: 'History' }).getByRole('button', { name: /"two"/ }).click();
  await expect(form.getByRole('textbox', { name: 'limit', exact: true })).toHaveValue('two');
});

test('a list of objects grows in the form, and every mistake is a click away @long', async ({ page }) => {
  const tools = new ToolsPage(page);
  await tools.open('MultiEdit');
  const form = tools.form('MultiEdit');
  await form.getByRole('button', { name: 'Add an item to edits' }).click();
  await form
    .getByRole('textbox', { name: 'edits 2 old_string' })
    .or(form.locator('[data-field="edits 2 old_string"] textarea'))
    .first()
    .fill('second');
  await expect(tools.json('MultiEdit')).toContainText('"second"');
  for (const [mistake, code] of [
    ['Leave out a required field', 'INVALID_ARGS'],
    ['Wrong type', 'INVALID_ARGS'],
    ['Misspell a field', 'INVALID_ARGS'],
    ['Add a field', 'INVALID_ARGS'],
    ['Cut the JSON off', 'PARTIAL_JSON'],
  ] as const) {
    await tools.button('Good call').click();
    await tools.button(mistake).click();
    await expect(tools.outcome).toContainText(code);
  }
  await expect(form).toContainText('This is not JSON, so there is no form for it.');
});

test('what a call changed is shown and undone, whatever tool it was @long', async ({ page }) => {
  const tools = new ToolsPage(page);
  await tools.open('Bash');
  await tools
    .form('Bash')
    .getByRole('textbox', { name: 'command', exact: true })
    .fill('mkdir -p a/b && echo hi > a/b/c.txt && rm README.md');
  await tools.call('Bash');
  await tools.approval.getByRole('button', { name: /^Allow/ }).click();
  await expect(tools.outcome).toContainText('a/b/c.txt');
  await expect(tools.outcome).toContainText('README.md');
  await tools.button('Undo').click();
  await expect(tools.outcome).toContainText('The files are as they were before the call.');
  await tools.form('Bash').getByRole('textbox', { name: 'command', exact: true }).fill('ls a README.md');
  await tools.call('Bash');
  await tools.approval.getByRole('button', { name: /^Allow/ }).click();
  await expect(tools.outcome.getByRole('region', { name: 'What a model reads' })).toContainText('README.md');
  await expect(tools.outcome.getByRole('region', { name: 'What a model reads' })).toContainText(/a.*No such file/);
});
