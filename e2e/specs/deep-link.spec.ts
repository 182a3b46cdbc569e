import { record } from '../fixtures/cassettes';
import { CassetteDialog } from '../pages/cassette-dialog';
import { Playground } from '../pages/playground';
import { expect, test } from '../fixtures/test';

test('a link chooses scenario, sandbox, speed and mode', async ({ playground, page }) => {
  await playground.open({ scenario: 'ask-first', sandbox: 'embedded', mode: 'acceptEdits' });
  await expect(playground.scenario).toContainText('Ask before acting');
  await expect(page.getByRole('combobox', { name: 'Permissions' })).toHaveValue('acceptEdits');
  await expect(playground.sandbox).toContainText('Embedded sandbox');
});

test("a thread's link opens it again", async ({ playground, context }) => {
  await playground.play('parallel');
  const link = await playground.link();
  await playground.page.close();
  const again = new Playground(await context.newPage());
  await again.page.goto(link);
  await expect(again.messages).toContainText('whichever finished first');
  await expect(again.allCards).toHaveCount(5);
});

test('a thread of nobody here starts none of its own', async ({ playground, page, faults }) => {
  faults.allow(/404/);
  await page.goto('/?thread=does-not-exist');
  await playground.ready();
  await expect(page.getByRole('alert').filter({ hasText: 'NOT_FOUND' })).toContainText('another browser');
  await expect(page.getByRole('button', { name: 'Open a run from a file…' })).toBeVisible();
  await expect(page.getByRole('alert').getByRole('button', { name: 'New thread' })).toBeVisible();
  await playground.say('Hello');
  await playground.waitForEnd();
});

test('a copied link of another browser’s thread says so, and takes the run as a file', async ({
  playground,
  browser,
  faults,
}) => {
  faults.allow(/404/);
  await playground.play('long-reply');
  const link = await playground.link();
  const cassette = await record(playground);
  const elsewhere = await browser.newContext();
  const theirs = await elsewhere.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('alert').filter({ hasText: 'NOT_FOUND' })).toContainText('another browser');
  await expect(theirs.getByRole('log')).not.toContainText('A tool is a promise');
  await theirs.getByRole('button', { name: 'Open a run from a file…' }).click();
  const dialog = new CassetteDialog(theirs);
  await dialog.choose(JSON.stringify(cassette));
  await dialog.replay('At once');
  await expect(theirs.getByRole('log')).toContainText('A tool is a promise');
  await elsewhere.close();
});

test('a tab of a scenario’s file leaves with the scenario', async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test' });
  await playground.file('README.md').dblclick();
  await expect(playground.editor.tab('README.md')).toBeVisible();
  await playground.chooseScenario('Edit a notebook');
  await expect(playground.editor.tab('README.md')).toHaveCount(0);
});

test('a scenario and a model that are not here are said, the line about keys is there where it is true, and a chosen model is in the link', async ({
  playground,
  page,
}) => {
  await page.goto('/?scenario=nope&model=gpt-0&mode=root&preset=nope');
  await playground.ready();
  const notes = playground.messages.getByRole('status');
  await expect(notes.filter({ hasText: 'an unknown scenario: nope' })).toBeVisible();
  await expect(notes.filter({ hasText: 'an unknown model: gpt-0' })).toBeVisible();
  await expect(notes.filter({ hasText: 'an unknown permission mode: root' })).toBeVisible();
  await expect(notes.filter({ hasText: 'an unknown preset: nope' })).toBeVisible();
  await expect(page.getByText('No key, no network.')).toBeVisible();
  await expect(page).toHaveURL(/\?scenario=[\w-]+$/);
  await page.goto('/?model=anthropic');
  await playground.ready();
  await expect(page.getByRole('button', { name: /^Run “/ })).toBeVisible();
  await expect(page.getByText('No key, no network.')).toBeHidden();
  const model = page.getByRole('banner').getByRole('combobox', { name: 'Model' });
  await model.selectOption('careless');
  await expect(page).toHaveURL(/[?&]model=careless(&|$)/);
  await page.reload();
  await expect(model).toHaveValue('careless');
});

test('a run after edits of one’s own asks first', async ({ playground, page }) => {
  await playground.play('ask-first');
  await playground.file('README.md').dblclick();
  await expect(playground.editor.lines).not.toHaveCount(0);
  await playground.editor.typeAtStart('Mine ');
  await playground.editor.save();
  await expect(playground.file('README.md, modified by you')).toBeVisible();
  await playground.run();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(playground.file('README.md, modified by you')).toBeVisible();
  await playground.run();
  await page.getByRole('button', { name: 'Run with fresh files' }).click();
  await expect(playground.file('README.md')).toBeVisible();
  await playground.waitForEnd();

  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.enter('echo mine > own.txt');
  await expect(playground.file('own.txt, added by you')).toBeVisible();
  await page.reload();
  await expect(playground.file('own.txt, added by you')).toBeVisible();
  await playground.ready();
  await playground.run();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await playground.chooseScenario('Edit a notebook');
  await page.getByRole('button', { name: 'Go to the scenario' }).click();
  await expect(playground.file('measurements.ipynb')).toBeVisible();
});

test('an address with nothing behind it says so, and leads to every page', async ({ page, faults }) => {
  faults.allow(/404/);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing at this address.');
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect(links).toHaveText(['Playground', 'Tools', 'Workshop', 'Presets', 'Compare']);
  await links.nth(3).click();
  await expect(page).toHaveURL(/\/presets$/);
});

test('nonsense in a link is passed over @long', async ({ playground, page }) => {
  await page.goto('/?scenario=%3Cscript%3E&sandbox=moon&speed=9&mode=root&thread=');
  await playground.ready();
  await playground.run();
  await expect(playground.allCards.first()).toBeVisible();
});
