import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../fixtures/test';
import { ToolsPage } from '../pages/tools-page';
import { WorkshopPage } from '../pages/workshop-page';

const API = `openapi: 3.1.0
info: { title: Library, version: '1' }
servers: [{ url: 'https://library.example.org/v1' }]
paths:
  /books:
    get:
      operationId: list_books
      description: Lists books.
      parameters:
        - { name: author, in: query, required: true, schema: { type: string }, description: Whose books. }
  /books/{id}:
    delete:
      operationId: remove_book
      description: Removes a book.
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
`;

test('a tool that reads a file says which calls it made; one that calls an MCP server gets its answer @long', async ({
  page,
  playground,
  faults,
}) => {
  faults.allow(/services\/mcp-relay/);
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await workshop.begin('Reads files');
  await expect(workshop.cases).toContainText('2 cases, all passed', { timeout: 60_000 });
  await workshop.show('Try it');
  await workshop.form('FindTodos').getByRole('textbox', { name: 'file_path', exact: true }).fill('package.json');
  await workshop.call('FindTodos');
  await expect(workshop.outcome).toContainText('package.json has no TODO.', { timeout: 60_000 });
  const made = workshop.outcome.getByRole('list', { name: 'Calls it made' }).getByRole('listitem');
  await expect(made).toHaveCount(1);
  await expect(made).toContainText('Read {"file_path":"package.json"}');

  await workshop.beginAnother('Changes a file');
  await workshop.show('Checks');
  await expect(workshop.cases).toContainText('1 case, all passed', { timeout: 60_000 });
  await workshop.show('Try it');
  await workshop.call('AddNote');
  await expect(playground.approval.card).toContainText('AddNote makes this call.');
  await playground.approval.allow();
  await expect(workshop.outcome).toContainText('Added to NOTES.md', { timeout: 60_000 });
  await expect(workshop.outcome).toContainText('Files it changed');

  await workshop.beginAnother('Calls an MCP server');
  await workshop.show('Checks');
  await expect(workshop.cases).toContainText('2 cases, all passed', { timeout: 60_000 });
  await workshop.show('Try it');
  await workshop.form('CountOnServer').getByRole('textbox', { name: 'text', exact: true }).fill('one two three');
  await workshop.call('CountOnServer');
  await expect(playground.approval.card).toContainText('CountOnServer makes this call.');
  await playground.approval.allow();
  await expect(workshop.outcome).toContainText('3', { timeout: 60_000 });
  await expect(made).toContainText('McpCall');

  await workshop.show('Checks');
  await workshop.callByAgent.click();
  await playground.ready();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await playground.approval.allow();
  await expect(playground.cards('CountOnServer', 'succeeded')).toHaveCount(1);
  await expect(playground.messages).toContainText(/\d+ words?/);
});

test('a pack begins as a built-in tool, and does what that does', async ({ page, playground }) => {
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await page.getByRole('combobox', { name: 'Fork a tool' }).selectOption('Glob', { timeout: 60_000 });
  await expect(workshop.source).toContainText('MyGlob', { timeout: 60_000 });
  await workshop.file('original.md').click();
  await expect(workshop.source).toContainText('Glob, as it is built in');
  await workshop.file('main.ts').click();
  await expect(workshop.cases).toContainText('1 case, all passed', { timeout: 60_000 });
  await workshop.show('Try it');
  await workshop.form('MyGlob').getByRole('textbox', { name: 'pattern', exact: true }).fill('*.json');
  await workshop.call('MyGlob');
  await expect(workshop.outcome).toContainText('package.json', { timeout: 60_000 });
  await workshop.useInPlayground(true);

  await playground.open({ pane: 'contract' });
  await playground.contract.tool('MyGlob').click();
  await expect(playground.contract.pane).toContainText(/my-tools, version of /);
});

test('a pack begins with one operation of an API, from a file @long', async ({ page }) => {
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await page.getByText('A declaration, a JSON Schema or an OpenAPI document…').click({ timeout: 60_000 });
  await page
    .getByLabel('Declaration file')
    .setInputFiles({ name: 'library.yaml', mimeType: 'application/yaml', buffer: Buffer.from(API) });
  const operation = page.getByRole('combobox', { name: 'Operation' });
  await expect(operation).toContainText('All 2 operations');
  await operation.selectOption('remove_book');
  await page.getByRole('button', { name: 'Begin with it' }).click();
  await expect(workshop.source).toContainText('remove_book', { timeout: 60_000 });
  await expect(workshop.source).not.toContainText('list_books');
});

test('a pack from a file says what it uses: what is not agreed to is refused, and can be allowed and revoked @long', async ({
  page,
  playground,
}) => {
  const source = `import { defineTool } from 'toolyard';
export const disk = defineTool({
  name: 'DiskUse', description: 'Says how large a project is. Do not use it for one file: use Ls.', kind: 'execute',
  execute: async (_input, context) => (await context.shell.run('echo forty-two')).output,
});
`;
  const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await expect(page.getByRole('button', { name: 'Open a pack file' })).toBeVisible({ timeout: 60_000 });
  await workshop.openFile(file('later.json', '{"toolyardPack": 2}'));
  await expect(page.getByText('It was made by a later version of Toolyard')).toBeVisible();
  await workshop.openFile(file('large.json', 'x'.repeat(10_000_000)));
  await expect(page.getByText('It has 10,000,000 characters')).toBeVisible();
  const pack = { toolyardPack: 1, name: 'disk-use', files: { 'main.ts': source } };
  await workshop.openFile(file('disk.json', JSON.stringify(pack)));
  await expect(workshop.offered).toContainText('Its code declares the uses below.');
  await expect(workshop.offered.getByRole('switch')).toHaveCount(1);
  await expect
    .poll(async () => (await new AxeBuilder({ page }).exclude('.monaco-editor').analyze()).violations)
    .toEqual([]);
  await workshop.use('Shell').click();
  await expect(workshop.use('Shell')).not.toBeChecked();
  await page.getByRole('button', { name: 'Add to my packs' }).click();

  await expect(workshop.use('Shell')).not.toBeChecked({ timeout: 60_000 });
  await workshop.show('Try it');
  await workshop.call('DiskUse');
  await expect(workshop.outcome).toContainText('may not use the shell', { timeout: 60_000 });
  await workshop.show('Checks');
  await workshop.use('Shell').click();
  await expect(workshop.use('Shell')).toBeChecked();
  await workshop.show('Try it');
  await workshop.call('DiskUse');
  await playground.approval.allow();
  await expect(workshop.outcome).toContainText('forty-two', { timeout: 60_000 });
  await workshop.show('Checks');
  await workshop.use('Shell').click();
  await workshop.show('Try it');
  await workshop.call('DiskUse');
  await expect(workshop.outcome).toContainText('may not use the shell', { timeout: 60_000 });
});

test.describe('on the Chinese page', () => {
  test.use({ locale: 'zh-CN' });

  test('what TypeScript says is Chinese, and so is what a call is called that waits @long', async ({ page }) => {
    const workshop = new WorkshopPage(page);
    await workshop.open();
    await page
      .getByRole('list', { name: '模板' })
      .getByRole('button', { name: /^修改文件/ })
      .click({ timeout: 60_000 });
    await expect(page.getByRole('region', { name: '用例' })).toContainText('全部通过', { timeout: 60_000 });
    await page.getByRole('tab', { name: '试用', exact: true }).click();
    await page.getByRole('button', { name: '调用 AddNote', exact: true }).click();
    await expect(page.getByRole('region', { name: '审批' })).toContainText('写入 NOTES.md', { timeout: 60_000 });
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('export const wrong: number = "b";');
    await expect(page.getByRole('list', { name: '问题' })).toContainText(/不能将类型.*分配给类型/, { timeout: 60_000 });
  });
});

test('two tabs have typed in one pack: a person says whose text stays @long', async ({ page, context }) => {
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await workshop.begin('Computes something');
  await expect(workshop.cases).toContainText('2 cases, all passed', { timeout: 60_000 });
  const other = new WorkshopPage(await context.newPage());
  await other.open();
  await expect(other.cases).toContainText('2 cases, all passed', { timeout: 60_000 });
  // Takes longer to type than either tab waits to save, so one saves while the other is still being typed in.
  const words = (tab: string): string => `// of the ${tab} tab ${'-'.repeat(50)}`;
  await Promise.all([workshop.typeAtEnd(words('first'), 100), other.typeAtEnd(words('second'), 100)]);
  const conflict = (tab: WorkshopPage) => tab.page.getByRole('region', { name: 'Changed in another tab' });
  const late = await Promise.any(
    [workshop, other].map(async (tab) => {
      await expect(conflict(tab)).toBeVisible({ timeout: 30_000 });
      return tab;
    }),
  );
  await late.page.bringToFront();
  await conflict(late).getByText('What differs').click();
  await expect(conflict(late)).toContainText('of the first tab');
  await expect(conflict(late)).toContainText('of the second tab');
  await expect
    .poll(async () => (await new AxeBuilder({ page: late.page }).exclude('.monaco-editor').analyze()).violations)
    .toEqual([]);
  await conflict(late).getByRole('button', { name: 'Keep mine' }).click();
  await expect(conflict(late)).toBeHidden();
  await expect(late.saved).toHaveText('Saved in this browser');
});

test('hooks, a middleware, canUseTool and categories of a pack: with cases, and around the calls of a thread @long', async ({
  page,
  playground,
}) => {
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await workshop.begin('Wraps calls');
  await expect(workshop.cases).toContainText('5 cases, all passed', { timeout: 60_000 });
  await expect(workshop.aroundCalls).toContainText('Keep lock files');
  await expect(workshop.aroundCalls).toContainText('It decides permissions for you.');
  await workshop.write(`import { defineHook, defineMiddleware, type CanUseTool, type Categories } from 'toolyard';
export const loop = defineHook({ name: 'Loop', event: 'PreToolUse', matcher: 'Bash', deadlineMs: 200, run() { for (;;) {} } });
export const slip = defineHook({ name: 'Slip', event: 'PreToolUse', matcher: 'Bash', run() { throw new Error('oh'); } });
export const told = defineMiddleware({ name: 'Told', matcher: 'Bash', post: ({ result }) => ({ context: 'It had ' + result.text.length + ' characters.' }) });
export const canUseTool: CanUseTool = (tool) => (tool === 'Bash' ? { behavior: 'allow' } : { behavior: 'deny', message: 'Only commands.' });
export const categories: Categories = { Grep: 'research' };
`);
  await expect(workshop.aroundCalls).toContainText('Slip');
  await expect(workshop.faults).toBeHidden();
  await workshop.useInPlayground(true);

  const tools = new ToolsPage(page);
  await tools.open();
  await expect(tools.tool('Grep')).toContainText('research');

  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Write', 'denied')).not.toHaveCount(0);
  await playground.show('Hooks');
  await expect(playground.hooks.list.filter({ hasText: 'from the pack my-tools' })).toHaveCount(4);
  await playground.hooks.show('Last runs');
  const { runs } = playground.hooks;
  await expect(runs.filter({ hasText: 'Loop: timed out after 200 ms and was killed' })).not.toHaveCount(0);
  await expect(runs.filter({ hasText: 'Slip: threw: oh' })).not.toHaveCount(0);
  await expect(runs.filter({ hasText: 'Told: added something for the model to read' })).not.toHaveCount(0);
  await expect(runs.filter({ hasText: 'canUseTool: blocked (Only commands.)' })).not.toHaveCount(0);

  await workshop.open();
  await workshop.useInPlayground(false);
  await playground.open({ scenario: 'ask-first', pane: 'hooks' });
  await expect(playground.hooks.steps).not.toHaveCount(0);
  await expect(playground.hooks.list).toHaveCount(0);
});
