import { walkByTab } from '../fixtures/keyboard-walk';
import { expect, test } from '../fixtures/test';

// A focused element might move while its colours change: nothing moves here.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('Tab comes to everything of a finished run, and is seen where it is', async ({ playground, page }) => {
  await playground.openIssuesOfRefusedCall();
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
    await expect(page.getByRole('dialog')).toBeVisible();
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
