import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/test';
import { ToolsPage } from '../pages/tools-page';
import { WorkshopPage } from '../pages/workshop-page';
import { YourTurnCard } from '../pages/your-turn-card';

const GREET = `import { defineTool, type Case } from 'toolyard';
import { z } from 'zod';

export const greet = defineTool({
  name: 'GreetPerson',
  description: 'Greets a person by name. Do not use it for groups.',
  kind: 'read',
  input: z.strictObject({ person: z.string().min(2).describe('The name, such as Ada.') }),
  execute: ({ person }) => \`Hello, \${person}.\`,
});

export const cases: Case[] = [
  { tool: 'GreetPerson', input: { person: 'Ada' }, expect: 'Hello, Ada.' },
  { tool: 'GreetPerson', input: { person: 'Bob' }, expect: 'Good day, Bob.' },
];
`;

test('a tool of one’s own: made, fixed, tried, called by a model after a reload, exported, deleted', async ({
  playground,
  page,
}) => {
  const workshop = new WorkshopPage(page);
  await playground.open();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Workshop' }).click();
  await workshop.begin('Computes something');
  await expect(workshop.cases).toContainText('2 cases, all passed', { timeout: 60_000 });

  await workshop.write(GREET.replace('execute: (', 'execute: = ('));
  await expect(workshop.faults).toContainText(/main\.ts, line 9, column \d+: Unexpected token/);
  await expect(workshop.markers).not.toHaveCount(0);
  await expect(workshop.noteInLine.filter({ hasText: 'Unexpected token' })).toHaveCount(1);
  await workshop.write(GREET);
  await expect(workshop.faults).toBeHidden();
  await expect(workshop.cases).toContainText('1 of 2 cases failed');
  await expect(workshop.cases).toContainText('expected “Good day, Bob.”, and got “Hello, Bob.”');
  await workshop.write(GREET.replace('Good day, Bob', 'Hello, Bob').replace(' Do not use it for groups.', ''));
  await expect(workshop.cases).toContainText('2 cases, all passed');
  await expect(workshop.design).toContainText('no-when-not');
  await workshop.write(GREET.replace('Good day, Bob', 'Hello, Bob'));
  await expect(workshop.design).not.toContainText('no-when-not');
  await expect(workshop.saved).toHaveText('Saved in this browser');
  await expect
    .poll(async () => (await new AxeBuilder({ page }).exclude('.monaco-editor').analyze()).violations)
    .toEqual([]);

  await workshop.show('Try it');
  const person = workshop.form('GreetPerson').getByRole('textbox', { name: 'person', exact: true });
  await expect(person).toHaveValue('Ada');
  await person.fill('A');
  await workshop.call('GreetPerson');
  await expect(workshop.outcome).toContainText('INVALID_ARGS');
  await person.fill('Grace');
  await workshop.call('GreetPerson');
  await expect(workshop.outcome).toContainText('Hello, Grace.');
  await expect(workshop.outcome.getByRole('button', { name: 'Copy case' })).toBeVisible();
  await workshop.write(GREET.replace('Good day, Bob', 'Hello, Bob').replace('greet =', 'greeting ='));
  await expect(workshop.outcome).toContainText('This result is from the earlier version');
  await workshop.call('GreetPerson');
  await expect(workshop.outcome).not.toContainText('earlier version');

  await workshop.rename('greetings');
  await workshop.useInPlayground(true);
  await expect(workshop.pack('greetings')).toContainText('on');

  const tools = new ToolsPage(page);
  await tools.open();
  await expect(tools.tool('GreetPerson')).toContainText('custom');

  await playground.open({ model: 'human', mode: 'bypassPermissions' });
  await page.reload();
  await playground.ready();
  await playground.say('Greet Ada.');
  const turn = new YourTurnCard(page);
  await turn.addCall(1, 'GreetPerson', '{"person": "Ada"}');
  await turn.send();
  await expect(playground.cards('GreetPerson', 'succeeded')).toHaveCount(1);

  await workshop.open();
  await workshop.show('Export');
  await workshop.exportTo('toolyard-pack');
  const pack = await workshop.download(/^Download greetings/);
  expect(pack.name).toBe('greetings.toolyard.json');
  expect(JSON.parse(pack.text)).toMatchObject({ toolyardPack: 1, name: 'greetings' });
  await workshop.show('MCP');
  await page.getByRole('button', { name: 'Export as an MCP server' }).click();
  const archive = await workshop.download(/^Download all/);
  expect(archive.text).toContain('greetings/src/pack/main.ts');
  await page.reload();
  await workshop.show('Export');
  await expect(page.getByRole('combobox', { name: 'Export to' })).toHaveValue('mcp-server');

  await workshop.delete();
  await expect(page.getByRole('list', { name: 'Templates' })).toBeVisible();
  await tools.open();
  await expect(tools.tool('GreetPerson')).toHaveCount(0);
});

test('while a pack is written: types, completion, a finding fixed on a click, more files @long', async ({ page }) => {
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await workshop.begin('Computes something');
  await workshop.write(GREET.replace('Good day', 'Hello').replace('${person}.', '${person.length.at(0)}.'));
  await expect(workshop.faults).toContainText(/main\.ts, line 9, column \d+: Property 'at' does not exist/, {
    timeout: 60_000,
  });
  await expect(workshop.markers).not.toHaveCount(0);
  await workshop.write(GREET.replace('Good day', 'Hello').replace('strictObject', 'object'));
  await expect(workshop.faults).toBeHidden();

  await workshop.typeAtEnd('z.stricto');
  await expect(workshop.completions).toContainText('strictObject', { timeout: 60_000 });
  await page.keyboard.press('Enter');
  await expect(workshop.source).toContainText('z.strictObject');
  await workshop.write(GREET.replace('Good day', 'Hello').replace('strictObject', 'object'));

  await expect(workshop.design).toContainText('open-schema');
  await workshop.design.getByRole('button', { name: 'Refuse unknown fields' }).click();
  await expect(workshop.design).not.toContainText('open-schema');
  await expect(workshop.source).toContainText('input: z.strictObject({');
  await expect(workshop.cases).toContainText('2 cases, all passed');

  await workshop.addFile('words.ts');
  await workshop.write("export const greeting = 'Hello';\n");
  await workshop.renameFile('words.ts', 'lib/words.ts');
  await workshop.file('main.ts').click();
  await workshop.write(
    `import { greeting } from './lib/words';\n${GREET.replace('Good day', 'Hello').replace('`Hello,', '`${greeting},')}`,
  );
  await expect(workshop.cases).toContainText('2 cases, all passed');
  await expect(workshop.faults).toBeHidden();
  await workshop.file('lib/words.ts').click();
  await workshop.removeFile('lib/words.ts');
  await expect(workshop.faults).toContainText('there is no ./lib/words');
});

test('a pack begins with a declaration, is had again as it was, and goes to others as a link @long', async ({
  page,
}) => {
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await page.getByText('A declaration, a JSON Schema or an OpenAPI document…').click({ timeout: 60_000 });
  const declaration = page.getByRole('textbox', { name: 'Declaration or JSON Schema' });
  await declaration.fill('{"name": ');
  await page.getByRole('button', { name: 'Begin with it' }).click();
  await expect(page.getByText('It is no JSON')).toBeVisible();
  await declaration.fill(
    JSON.stringify({
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'Says what the weather is.',
        parameters: { type: 'object', properties: { city: { type: 'string' } } },
      },
    }),
  );
  await page.getByRole('button', { name: 'Begin with it' }).click();
  await expect(workshop.source).toContainText('get_weather', { timeout: 60_000 });
  await workshop.show('Try it');
  await expect(workshop.form('get_weather').getByRole('textbox', { name: 'city', exact: true })).toBeVisible();

  await workshop.write(GREET);
  await expect(workshop.saved).toHaveText('Saved in this browser');
  await page.getByRole('button', { name: 'Versions' }).click();
  await expect(workshop.versions).toContainText('get_weather');
  await expect(workshop.versions).toContainText('GreetPerson');
  await workshop.versions.getByRole('button', { name: 'Restore this version' }).click();
  await expect(workshop.source).toContainText('get_weather');

  await workshop.write(GREET);
  await workshop.rename('greetings');
  await workshop.useInPlayground(true);

  await workshop.show('Export');
  await workshop.exportTo('toolyard-pack');
  // The link is created again when the pack is.
  await expect(workshop.pack('greetings')).toContainText('on');
  const carries = page.getByRole('link', { name: 'A link that carries this pack' });
  await expect(carries).toHaveAttribute('href', /#./);
  const link = await carries.getAttribute('href');
  await workshop.delete();
  await expect(page.getByRole('list', { name: 'Templates' })).toBeVisible();
  await page.goto(link ?? '');
  await expect(workshop.offered).toContainText('GreetPerson', { timeout: 60_000 });
  await expect(workshop.pack('greetings')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add to my packs' }).click();
  await expect(workshop.cases).toContainText('1 of 2 cases failed');
  await expect(workshop.inPlayground).not.toBeChecked();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
});

test('at 390 px it is one column, and nothing is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await workshop.begin('Reads files');
  await expect(workshop.cases).toContainText('2 cases, all passed', { timeout: 60_000 });
  const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Number.NaN;
  await expect.poll(async () => (await top(workshop.cases)) > (await top(workshop.source))).toBe(true);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // The form has all the room it needs: no part of it scrolls.
  await workshop.show('Try it');
  const form = workshop.form('FindTodos');
  await expect(form.getByRole('textbox', { name: 'file_path', exact: true })).toBeVisible();
  await expect.poll(() => form.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`between a phone and a desk, in the ${colorScheme} theme, nothing is cut off or hard to read${colorScheme === 'light' ? ' @long' : ''}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 900, height: 800 });
    const workshop = new WorkshopPage(page);
    await workshop.open();
    await workshop.begin('Reads files');
    await expect(workshop.cases).toContainText('2 cases, all passed', { timeout: 60_000 });
    for (const width of [640, 768, 900]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expect(workshop.inPlayground).toBeInViewport();
      await expect
        .poll(async () => (await new AxeBuilder({ page }).exclude('.monaco-editor').analyze()).violations)
        .toEqual([]);
    }
  });
}

test('an error is not shown in a text that has not been checked', async ({ page }) => {
  const workshop = new WorkshopPage(page);
  await workshop.open();
  await workshop.begin('Computes something');
  await workshop.write(GREET.replace('execute: (', 'execute: = ('));
  await expect(workshop.faults).toContainText('Unexpected token');
  await workshop.typeAtEnd('\n// more');
  await expect(workshop.faults).toBeHidden();
  await expect(page.getByText('Checking what you changed…')).toBeVisible();
  await expect(workshop.faults).toContainText('Unexpected token');
  await expect(page.getByText('Checking what you changed…')).toBeHidden();
});
