import { expect, test } from '../fixtures/test';

test('a link opens the contract of one tool, in the form of each wire @long', async ({ playground }) => {
  await playground.open({ pane: 'contract', tool: 'Edit' });
  const { contract } = playground;
  await expect(contract.tool('Edit')).toHaveAttribute('aria-current', 'true');
  await expect(contract.form).toContainText('"input_schema"');
  await expect(contract.pane).toContainText(/≈\d+ tokens/);
  for (const [tab, word] of [
    ['OpenAI', '"function"'],
    ['MCP', '"inputSchema"'],
    ['AG-UI', '"parameters"'],
  ] as const) {
    await contract.show(tab);
    await expect(contract.form).toContainText(word);
  }
  await contract.tool('Grep').click();
  await expect(playground.page).toHaveURL(/[?&]tool=Grep\b/);
});

test('tools that read stand before those that write, and words find them @long', async ({ playground }) => {
  await playground.open({ pane: 'contract' });
  const { contract } = playground;
  await expect(contract.pane).toContainText('may change something');
  await expect(contract.tool('Read')).toBeVisible();
  await expect
    .poll(async () => {
      const names = await contract.names.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-tool')));
      return names.indexOf('Read') < names.indexOf('Write');
    })
    .toBe(true);
  await contract.find('execute bash');
  await expect(contract.tool('Bash')).toBeVisible();
  await expect(contract.tool('Write')).toBeHidden();
});

test('what a good and a bad call give back @long', async ({ playground }) => {
  await playground.open({ pane: 'contract', tool: 'Read' });
  const { contract } = playground;
  await contract.show('Try it');
  await contract.try('Good call');
  await expect(contract.outcome).toContainText('succeeded');
  await contract.try('Bad call');
  await expect(contract.outcome).toContainText('INVALID_ARGS');
  await expect(contract.outcome).toContainText('file_path');
  await expect(contract.markers).not.toHaveCount(0);
});

test('what a call by hand changes is marked, and a file is read before it is edited', async ({ playground, page }) => {
  await playground.open({ pane: 'contract', tool: 'Edit', mode: 'bypassPermissions' });
  const { contract } = playground;
  await contract.show('Try it');
  await expect(contract.pane).toContainText('Called first: Read, Write');
  await contract.try('Good call');
  await expect(contract.outcome).toContainText('succeeded');
  await expect(playground.file('notes.md, added by you')).toBeVisible();
  await playground.command('Reset the files');
  await expect(page.getByRole('dialog')).toContainText('1 changed file would be lost');
  await page.getByRole('button', { name: 'Keep them' }).click();
});

test('the palette finds tools, files and pages by their exact names first', async ({ playground, page }) => {
  await playground.open();
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('cart.ts');
  await expect(dialog.getByRole('option').first()).toHaveText('src/cart.ts');
  for (const name of ['Tools', 'Workshop', 'Presets', 'Compare']) {
    await dialog.getByRole('combobox').fill(name.toLowerCase());
    await expect(dialog.getByRole('option').first()).toContainText(name);
  }
  await dialog.getByRole('combobox').fill('edit');
  await expect(dialog.getByRole('option').first()).toContainText('Edit');
  await page.keyboard.press('Enter');
  await expect(playground.contract.pane).toContainText('Edit');
});

test('a tool that is switched off is not there for an agent, and says why', async ({ playground }) => {
  await playground.open({ pane: 'contract', tool: 'Bash' });
  const { contract } = playground;
  await contract.switchOf('Bash').click();
  await expect(contract.switchOf('Bash')).not.toBeChecked();
  await expect(contract.tool('Bash')).toHaveAttribute('title', /switched it off/);
  await contract.show('Try it');
  await contract.try('Good call');
  await expect(contract.outcome).toContainText('TOOL_NOT_FOUND');
  await contract.switchOf('Bash').click();
  await contract.try('Good call');
  await expect(playground.approval.card).toContainText('ls');
  await playground.approval.allow();
  await expect(contract.outcome).toContainText('succeeded');
});

test('a file is saved with its key while the editor of a form is there too', async ({ playground }) => {
  await playground.open({});
  await playground.file('README.md').dblclick();
  await expect(playground.editor.lines).not.toHaveCount(0);
  await playground.show('Contract');
  await expect(playground.contract.form).toContainText('"Read"');
  await playground.editor.typeAtStart('Mine ');
  await playground.editor.save();
  await expect(playground.file('README.md, modified by you')).toBeVisible();
});
