import type { Page } from '@playwright/test';
import { walkByTab } from '../fixtures/keyboard-walk';
import { violationsIn } from '../fixtures/violations-in';
import { expect, test } from '../fixtures/test';

/** Common window sizes; the third is the first at a zoom of 200 %. */
const WINDOWS = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a screen of 1920 @long', width: 1920, height: 1080 },
  { name: 'a zoom of 200 % @long', width: 640, height: 360 },
  { name: 'a tablet @long', width: 820, height: 1180 },
];

/** Descriptions of what extends beyond the right edge of the window, except inside scrolling boxes. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/(auto|scroll|hidden|clip)/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element.parentElement))
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** How many animations run that last. */
const moving = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 100).length,
  );

for (const { name, width, height } of WINDOWS) {
  test(`in the window of ${name} the header has two rows at most, and nothing sticks out`, async ({
    playground,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await playground.openIssuesOfRefusedCall();
    await expect(playground.call.issues).toHaveCount(2);
    await expect.poll(() => outside(page)).toEqual([]);
    const header = () => page.getByRole('banner').boundingBox();
    await expect.poll(async () => (await header())?.height).toBeLessThan(100);
    await expect.poll(async () => (await header())?.width).toBeLessThanOrEqual(width);
    // A phone has room for two choices; its model is chosen in Settings.
    for (const name of width < 640 ? ['Permissions'] : ['Model', 'Permissions'])
      await expect(page.getByRole('banner').getByRole('combobox', { name })).toBeInViewport({ ratio: 1 });
    const cutOff = () =>
      playground.scenario.evaluate((button) =>
        [...button.querySelectorAll('.truncate')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      );
    await expect.poll(cutOff).toBe(false);
    await expect.poll(() => violationsIn(page, 'header')).toEqual([]);
  });
}

test('on a phone a button leads to the other pages, a link and a bar to each pane @long', async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.open({ pane: 'policy' });
  await expect(playground.policy.pane).toBeInViewport({ ratio: 0.3 });
  // The editor has a line then, which has no room for the guide.
  await expect(page.getByRole('region', { name: 'How to read this page' })).toBeHidden();
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  const pages = page.getByRole('button', { name: 'Pages' });
  await pages.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveCount(5);
  await expect.poll(() => violationsIn(page, 'header')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(pages).toBeFocused();
  const bar = page.getByRole('navigation', { name: 'Panes' });
  await playground.run();
  await playground.waitForEnd();
  for (const name of ['Timeline', 'Call', 'Files', 'Editor', 'Conversation']) {
    await bar.getByRole('button', { name }).click();
    await expect(playground.pane(name)).toBeInViewport({ ratio: 0.3 });
  }
  await playground.cards('Edit', 'invalid').getByRole('button').first().click();
  await playground.cards('Edit', 'invalid').getByRole('button', { name: 'Inspect' }).click();
  await expect(playground.call.issues.first()).toBeInViewport();
  await playground.show('State');
  await playground.stores.show('Tasks');
  // The list of stores leaves the room to what is chosen in it.
  await expect(playground.stores.store('Tasks')).toBeInViewport({ ratio: 0.3 });
  await expect.poll(async () => (await playground.stores.list.boundingBox())?.height).toBeLessThan(160);
  await expect(page.getByRole('button', { name: /^Maximize/ })).toHaveCount(0);
});

test('with forced colours bars are told apart and switches show whether they are on, and with reduced motion nothing spins @long', async ({
  playground,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await playground.openIssuesOfRefusedCall();
  const bars = page.getByRole('group', { name: 'Lanes' }).locator('[data-bar]');
  const colours = () =>
    bars.evaluateAll((all) => new Set(all.map((bar) => getComputedStyle(bar).backgroundColor)).size);
  await expect.poll(colours).toBeGreaterThan(2);
  await expect.poll(() => moving(page)).toBe(0);
  await openWhole(page, '/tools/Edit');
  const parts = page.getByRole('switch').locator('span');
  await expect
    .poll(() => parts.evaluateAll((all) => new Set(all.map((part) => getComputedStyle(part).backgroundColor)).size))
    .toBe(2);
});

/** Every page besides the playground. */
const PAGES = ['/tools', '/tools/Edit', '/workshop', '/presets', '/compare', '/nowhere'];

/** Opens a page and waits until it is whole. */
async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveCount(0);
}

test('with a zoom of 200 %, forced colours and reduced motion, every page fits, shows the focus and stands still @long', async ({
  page,
  faults,
}) => {
  test.slow();
  faults.allow(/nowhere/);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const path of PAGES) {
    await openWhole(page, path);
    await expect.poll(() => outside(page), path).toEqual([]);
    await expect.poll(() => moving(page), path).toBe(0);
    expect(await walkByTab(page), path).toEqual([]);
  }
});

test('with a zoom of 200 % a call that waits can be allowed without scrolling @long', async ({ playground, page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await playground.open({ scenario: 'fix-the-test' });
  await playground.run();
  await expect(playground.approval.card.getByText('node --test')).toBeInViewport();
  for (const name of [/^Allow/, /^Deny/]) {
    await expect(playground.approval.card.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
});

/** Sentences smaller than 13 pixels, and anything smaller than 12: what is read, and labels. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (
        !parent ||
        !textContent?.trim() ||
        parent.closest('.monaco-editor, .xterm, script, style, kbd, code, .sr-only')
      )
        continue;
      const isSentence = /(\S+\s+){3}.*[.!?]$|(\p{Script=Han}.*){9}[。！？]$/su.test(textContent.trim());
      const isRead = isSentence || parent.closest('.markdown') !== null;
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      if (size < (isRead ? 13 : 12)) found.add(`${size}: ${textContent.slice(0, 40)}`);
    }
    return [...found];
  });

test('what is read has 13 pixels at least, and labels 12, on every page @long', async ({
  playground,
  page,
  faults,
}) => {
  faults.allow(/nowhere/);
  await playground.openIssuesOfRefusedCall();
  await expect(playground.call.issues).toHaveCount(2);
  for (const tab of await page.locator('[role=tab][aria-controls=details-panel]').all()) {
    await tab.click();
    await expect(page.locator('#details-panel').getByText('Loading…', { exact: true })).toHaveCount(0);
    await expect.poll(() => small(page), (await tab.getAttribute('data-tab')) ?? '').toEqual([]);
  }
  for (const path of [...PAGES, '/?lang=zh']) {
    await openWhole(page, path);
    await expect.poll(() => small(page), path).toEqual([]);
  }
});
