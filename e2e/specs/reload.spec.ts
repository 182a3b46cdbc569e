import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';
import { Playground } from '../pages/playground';

test('reloaded in the middle of a reply, the page catches up', async ({ playground }) => {
  await playground.open({ scenario: 'long-reply', speed: 'fast' });
  await playground.run();
  await expect(playground.messages).toContainText('A tool is a promise');
  await playground.page.reload();
  await expect(playground.messages).toContainText('an accident that takes its time');
  await playground.waitForEnd();
  await expect(playground.messages.getByText('A tool is a promise')).toHaveCount(1);
});

test('reloaded while a tool runs, the call is reported as stopped and the thread goes on', async ({ playground }) => {
  await playground.open({ scenario: 'endless-loop', mode: 'bypassPermissions' });
  await playground.run();
  await expect(playground.cards('Bash', 'failed')).toContainText('TIMEOUT');
  await expect(playground.cards('Bash', 'running')).toHaveCount(1);
  await playground.page.reload();
  await playground.waitForEnd();
  await expect(playground.allCards).toHaveCount(2);
  await expect(playground.cards('Bash', 'stopped')).toHaveCount(1);
});

test('reloaded again and again, every call has one result @long', async ({ playground }) => {
  test.slow();
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions', speed: 'fast' });
  await playground.run();
  for (const text of ["I'll look at the test", 'Now the tests', 'The field is called']) {
    await expect(playground.messages).toContainText(text);
    await playground.page.reload();
  }
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('The tests are green.');
  await playground.expectAllResolved();
});

test('the workspace comes back', async ({ playground }) => {
  await playground.play('ambiguous-edit');
  await playground.page.reload();
  await expect(playground.file('cart.ts, modified')).toBeVisible();
  await playground.pane('Files').getByRole('button', { name: '1 changed' }).click();
  await expect(playground.editor.pane).toContainText('round(net * (1 + rate))');
});

test('a double click runs once, and what is typed meanwhile is there after other pages and a reload', async ({
  playground,
  page,
}) => {
  await playground.open({ scenario: 'long-reply' });
  await page.getByRole('banner').getByRole('button', { name: /^Run/ }).dblclick();
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('an accident that takes its time');
  await expect(playground.messages).not.toContainText('I am the scripted model');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('And then?');
  await page.getByRole('link', { name: 'Tools', exact: true }).first().click();
  await expect(message).toHaveCount(0);
  await page.getByRole('link', { name: 'Playground', exact: true }).first().click();
  await expect(message).toHaveValue('And then?');
  await page.reload();
  await expect(message).toHaveValue('And then?');
});

/** What the scenario of the long reply says. */
const PROMPT = 'Tell me at length what makes a good tool.';

/** Presses a button and reloads the page so many milliseconds later, as a person does who is too fast. */
const pressAndReload = async (button: Locator, ms: number): Promise<void> => {
  const loaded = button.page().waitForEvent('load');
  await button.evaluate((pressed, after) => {
    pressed.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    setTimeout(() => location.reload(), after);
  }, ms);
  await loaded;
};

for (const ms of [0, 60, 150]) {
  test(`what was said ${ms} ms before a reload is shown, sent or not, the same words, too`, async ({
    playground,
    page,
    faults,
  }) => {
    // The page asks whether the server has begun the thread, and a browser complains of each no.
    faults.allow(/404.*\/exchanges/);
    const message = page.getByRole('textbox', { name: 'Message', exact: true });
    const shown = async (words: string): Promise<string[]> => {
      const said = await playground.messages.getByText(`You: ${words}`, { exact: true }).allTextContents();
      return [...said.map((text) => text.replace(/^You: /, '')), await message.inputValue()].filter(
        (text) => text !== '',
      );
    };
    await playground.open({ scenario: 'long-reply' });
    await pressAndReload(page.getByRole('banner').getByRole('button', { name: /^Run/ }), ms);
    await expect.poll(() => shown(PROMPT)).toEqual([PROMPT]);
    await page.evaluate(() => sessionStorage.clear());
    await playground.open({ scenario: 'long-reply' });
    await playground.run();
    await playground.waitForEnd();
    await message.fill(PROMPT);
    await pressAndReload(page.getByRole('button', { name: 'Send', exact: true }), ms);
    await expect.poll(() => shown(PROMPT)).toEqual([PROMPT, PROMPT]);
  });
}

test('what the server has begun is gone on with, though the page was reloaded before it knew', async ({
  playground,
  page,
}) => {
  await playground.open({ scenario: 'long-reply' });
  let take = (): void => undefined;
  const taken = new Promise<void>((resolve) => (take = resolve));
  await page.route('**/api/agent', async (route) => {
    await route.fetch();
    take();
  });
  await playground.run();
  await expect(playground.messages).toContainText(PROMPT);
  await expect(playground.messages.getByText('Being sent')).toHaveCount(1);
  await taken;
  await page.unroute('**/api/agent');
  await page.reload();
  await playground.waitForEnd();
  await expect(playground.messages.getByText(PROMPT)).toHaveCount(1);
  await expect(playground.messages).toContainText('an accident that takes its time');
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('');
});

/** The stored trees of workspaces, by number. */
const treesOf = (page: Page): Promise<[number, string][]> =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('workspaces');
    const trees: [number, string][] = [];
    for await (const name of folder.keys()) {
      const number = /~(\d+)\.tree$/.exec(name)?.[1];
      if (number !== undefined) trees.push([Number(number), name]);
    }
    return trees;
  });

test('what is done before the first run comes back, until a thread has it @long', async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.enter('mkdir notes && echo mine > notes/own.txt');
  await expect(playground.file('notes')).toBeVisible();
  await expect(playground.workspace).toContainText('files saved');
  await playground.page.reload();
  await expect(playground.file('notes')).toBeVisible();
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.file('notes')).toBeVisible();
  await playground.page.goto('/?scenario=fix-the-test');
  await expect(playground.file('package.json')).toBeVisible();
  await expect(playground.file('notes')).toHaveCount(0);
});

test('what a program writes without a pause is saved while it does, though the tab dies @long', async ({
  playground,
  context,
}) => {
  await playground.open({ scenario: 'fix-the-test' });
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  const program = "let n = 0; setInterval(() => require('fs').writeFileSync('n' + (n++ % 100), 'x'), 5)";
  await playground.terminal.paste(`node -e "${program}"`);
  await expect(playground.file(/^n99\b/)).toBeVisible();
  const before = Math.max(...(await treesOf(playground.page)).map(([number]) => number));
  await expect
    .poll(async () => Math.max(...(await treesOf(playground.page)).map(([number]) => number)))
    .toBeGreaterThan(before + 2);
  const crashed = playground.page.waitForEvent('crash');
  await playground.page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  const again = new Playground(await context.newPage());
  await again.open({ scenario: 'fix-the-test' });
  await expect(again.file(/^n1\b/)).toBeVisible();
});

test('damaged files give way to the last good ones, and the page says so @long', async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test' });
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  for (const name of ['first', 'second']) {
    await playground.terminal.enter(`echo ${name} > ${name}.txt; echo $((6 * 7)) ${name}`);
    // The file is complete, so nothing more will be saved.
    await expect(playground.terminal.text).toContainText(`42 ${name}`);
    await expect(playground.file(`${name}.txt, added by you`)).toBeVisible();
    await expect(playground.workspace).toContainText('files saved');
  }
  const newest = (await treesOf(playground.page)).toSorted(([a], [b]) => b - a)[0]?.[1] ?? '';
  await playground.page.evaluate(async (name) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('workspaces');
    const writable = await (await folder.getFileHandle(name)).createWritable();
    await writable.write('{');
    await writable.close();
  }, newest);
  await playground.page.reload();
  await expect(playground.file(/^first\.txt/)).toBeVisible();
  await expect(playground.file(/^second\.txt/)).toHaveCount(0);
  await expect(playground.page.getByText(/saved last are damaged/)).toBeVisible();
});

test('a sandbox that the browser ended is told of, with what to do @long', async ({ page, playground }) => {
  await playground.open({ scenario: 'fix-the-test' });
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.enter('echo mine > own.txt; sleep 1000');
  await expect(playground.file(/^own\.txt/)).toBeVisible();
  await expect(playground.workspace).toContainText('files saved');
  // As if its process had died: nobody tells the page.
  await page.locator('iframe[title="Sandbox"]').evaluate((frame) => frame.remove());
  await expect(playground.sandbox).toContainText('Embedded sandbox failed');
  await expect(playground.workspace).toBeEmpty();
  await expect(page.getByRole('alert').filter({ hasText: 'SANDBOX_ERROR' })).toContainText('taken all memory');
  await playground.sandbox.getByRole('button').first().click();
  await playground.sandbox.getByRole('button', { name: 'Reload the page' }).click();
  await expect(playground.file(/^own\.txt/)).toBeVisible();
});
