import type { Locator } from '@playwright/test';
import { walkByTab } from '../fixtures/keyboard-walk';
import { expect, test } from '../fixtures/test';

test('Tab comes to everything of a finished run, and is seen where it is', async ({ playground, page }) => {
  await playground.openIssuesOfRefusedCall('fix-the-test', 'Edit');
  await expect(playground.call.issues).toHaveCount(2);
  expect(await walkByTab(page)).toEqual([]);
});

test('and of each pane @long', async ({ playground, page }) => {
  test.slow();
  await playground.openIssuesOfRefusedCall();
  for (const pane of ['Events', 'Requests', 'Contract', 'Policy', 'Hooks', 'State'] as const) {
    await playground.show(pane);
    await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0);
    await page.getByRole('tab', { name: new RegExp(`^${pane}`) }).focus();
    expect(await walkByTab(page), pane).toEqual([]);
  }
});

test('and of the other pages @long', async ({ page }) => {
  test.slow();
  for (const path of ['/tools', '/tools/Edit', '/workshop', '/presets', '/compare']) {
    await page.goto(path);
    await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveCount(0);
    expect(await walkByTab(page), path).toEqual([]);
  }
});

test('a dialog keeps the focus, Escape closes it, and the focus goes back to where it was', async ({
  playground,
  page,
}) => {
  await playground.open();
  for (const name of ['Threads in this browser', 'Settings']) {
    const opener = page.getByRole('banner').getByRole('button', { name });
    await opener.focus();
    await page.keyboard.press('Enter');
    // It takes the focus a moment after it is seen.
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    expect(await walkByTab(page), name).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('what is dragged goes by keys, too: panels, the timeline, and the menu of the tree', async ({
  playground,
  page,
}) => {
  await playground.openIssuesOfRefusedCall();
  const line = page.getByRole('separator').first();
  const share = await line.getAttribute('aria-valuenow');
  await line.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(line).not.toHaveAttribute('aria-valuenow', share ?? '');

  const { timeline } = playground;
  await timeline.bar(/^Turn 1, /).focus();
  await page.keyboard.press('+');
  await page.keyboard.press('Shift+ArrowRight');
  const all = timeline.pane.getByRole('button', { name: 'Show all' });
  await expect(all).toBeVisible();
  await page.keyboard.press('0');
  await expect(all).toBeHidden();

  const file = playground.file('package.json');
  await file.focus();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(file).toBeFocused();
});

// Tab comes to each of these, as is shown above; here each does what it is for. Approvals, questions, plans, the palette, the
// workshop and the menus of the tree have specs of their own.
test('a run is begun, looked into and gone on with without a mouse @long', async ({ playground, page }) => {
  test.slow();
  const { call, contract, editor, timeline, requests, policy } = playground;
  const { keyboard } = page;
  await playground.open();
  await keyboard.press('o');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await keyboard.type('fix the failing');
  await keyboard.press('ControlOrMeta+Enter');
  for (let asked = 0; asked < 4; asked += 1) {
    const { card } = playground.approval;
    await expect(card).toBeVisible();
    const question = card.filter({ hasText: (await card.textContent()) ?? '' });
    await keyboard.press('a');
    // The next question may be there at once.
    await expect(question).toBeHidden();
  }
  await playground.waitForEnd();

  await playground.cards('Edit', 'invalid').getByRole('button').first().press('Enter');
  await expect(call.issues).toHaveCount(2);
  await call.pane.getByRole('button', { name: 'Next call' }).press('Enter');
  await expect(call.issues).toHaveCount(0);
  await call.picker.press('Home');
  await expect(call.pane).toContainText('test/cart.test.ts');
  await timeline.bar(/^Turn 2, /).press('Enter');
  await expect(requests.pane).toBeVisible();

  await playground.cards('Edit', 'succeeded').getByRole('button').first().press('Enter');
  await call.pane.getByRole('button', { name: 'Open the diff' }).press('Enter');
  await expect(editor.insertedLines.first()).toBeVisible();
  await page.getByRole('button', { name: 'Close this tab' }).press('Enter');
  await expect(editor.pane.getByRole('tab')).toHaveCount(0);
  await call.pane.getByRole('button', { name: 'Try again with these arguments' }).press('Enter');
  await contract.pane.getByRole('button', { name: /^Call / }).press('Enter');
  await expect(playground.approval.card).toBeVisible();
  await keyboard.press('a');
  await expect(contract.outcome).toBeVisible();
  await contract.pane.getByRole('button', { name: 'Dry run' }).press('Enter');
  await expect(policy.verdict).toBeVisible();

  await keyboard.press('/');
  await keyboard.type('Call Read with {"file_path": "package.json"}');
  await keyboard.press('Enter');
  await expect(playground.cards('Read', 'succeeded')).toHaveCount(4);
});

test('files, rules, hooks, state and the terminal are worked with without a mouse @long', async ({
  playground,
  page,
}) => {
  test.slow();
  const { editor, hooks, policy, stores, terminal } = playground;
  const { keyboard } = page;
  await playground.open({ scenario: 'fix-the-test' });
  await playground.file('src').press('ArrowLeft');
  await expect(playground.file('cart.ts')).toBeHidden();
  await keyboard.press('ArrowRight');
  await playground.file('README.md').press('Enter');
  await expect(editor.lines.first()).toBeVisible();
  await keyboard.press('2');
  await keyboard.press('ControlOrMeta+Home');
  await keyboard.type('By hand. ');
  await expect(editor.tab(/README.md, not saved/)).toBeVisible();
  await keyboard.press('ControlOrMeta+s');
  await expect(playground.pane('Files').getByRole('button', { name: '1 changed' })).toBeVisible();
  await keyboard.press('F6');

  await keyboard.press('5');
  await terminal.waitForPrompt();
  await keyboard.type('head -c 8 README.md');
  await keyboard.press('Enter');
  await expect(terminal.text).toContainText('By hand.');
  await keyboard.press('F6');

  await keyboard.press('p');
  await policy.newRule.press('B');
  await keyboard.type('ash(git push:*)');
  await keyboard.press('Enter');
  const remove = policy.pane.getByRole('button', { name: 'Remove allow Bash(git push:*)', exact: true });
  await remove.press('Enter');
  await expect(remove).toBeHidden();
  await policy.pane.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(remove).toBeVisible();

  await page.getByRole('tab', { name: 'Policy' }).press('ArrowRight');
  await expect(hooks.pane).toBeVisible();
  await chooseNext(hooks.pane.getByRole('combobox', { name: 'Add a hook' }));
  await expect(hooks.list).toHaveCount(1);
  const on = hooks.list.getByRole('switch');
  await on.press('Space');
  await expect(on).not.toBeChecked();
  await hooks.pane.getByRole('button', { name: /^Delete / }).press('Enter');
  await expect(hooks.list).toHaveCount(0);

  await page.getByRole('tab', { name: 'Hooks' }).press('ArrowRight');
  await stores.list.getByRole('button', { name: 'Repository' }).press('Enter');
  await expect(stores.pane).toContainText('There is no git repository.');

  await keyboard.press('t');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('ControlOrMeta+,');
  await chooseNext(page.getByRole('combobox', { name: 'Theme' }));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

/** Opens a select and takes what comes after the present choice. */
async function chooseNext(select: Locator): Promise<void> {
  await select.press('ArrowDown');
  await select.page().keyboard.press('ArrowDown');
  await select.page().keyboard.press('Enter');
}
