import { violationsIn } from '../fixtures/violations-in';
import { expect, test } from '../fixtures/test';

test('the timeline has an axis, exact figures, a legend, and zooms by keys, wheel and buttons', async ({
  playground,
  page,
}) => {
  const { timeline } = playground;
  await playground.play('parallel');
  const write = timeline.bar(/^Write .*succeeded/);
  await write.hover();
  await expect(timeline.words).toContainText(/succeeded · [\d,.]+ ms in · took [\d,.]+ ms/);
  const width = async (): Promise<number> => (await write.boundingBox())?.width ?? 0;
  const whole = await width();
  await timeline.press('Zoom in');
  await timeline.press('Zoom in');
  await write.focus();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThanOrEqual(whole);
  await expect(timeline.pane.getByRole('button', { name: 'Show all' })).toBeVisible();
  await page.keyboard.press('0');
  await expect(timeline.pane.getByRole('button', { name: 'Show all' })).toBeHidden();
  await write.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -600);
  await page.keyboard.up('Control');
  await expect(timeline.pane.getByRole('button', { name: 'Show all' })).toBeVisible();
  await expect(write).toBeInViewport();
  await timeline.press('Legend');
  await expect(timeline.pane.getByRole('list', { name: 'Legend' })).toContainText('waited, for you or in the queue');
  await expect.poll(() => violationsIn(page, '[data-pane="Timeline"]')).toEqual([]);
});

test('a zoomed timeline moves with a drag, and with the wheel held sideways', async ({ playground, page }) => {
  const { timeline } = playground;
  await playground.play('fix-the-test');
  for (let times = 0; times < 2; times += 1) await timeline.press('Zoom in');
  const track = await timeline.pane.locator('[data-track]').boundingBox();
  if (!track) throw new Error('The timeline has no axis.');
  const [x, y] = [track.x + track.width / 2, track.y + track.height / 2];
  // Which bars are in the window depends on how long each call took.
  const bars = timeline.pane.locator('[data-bar]');
  /** One that is in the window after the drag, too. */
  const inWindow = (): Promise<string | undefined> =>
    bars.evaluateAll(
      (all, { from, to }) => {
        const seen = all.filter((bar) => bar.getBoundingClientRect().left > from);
        return seen.find((bar) => bar.getBoundingClientRect().left < to)?.getAttribute('data-bar') ?? undefined;
      },
      { from: track.x + 110, to: track.x + track.width - 10 },
    );
  await expect.poll(inWindow).toBeTruthy();
  const bar = timeline.pane.locator(`[data-bar="${await inWindow()}"]`);
  const left = async (): Promise<number> => (await bar.boundingBox())?.x ?? 0;
  const before = await left();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 100, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round(before - (await left()))).toBe(100);
  // Once it is let go, the pointer moves nothing.
  await page.mouse.move(x, y);
  await page.mouse.wheel(-60, 0);
  await expect.poll(async () => Math.round(before - (await left()))).toBe(40);
});

test('arrow keys go from bar to bar, and Enter shows the call @long', async ({ playground, page }) => {
  const { timeline } = playground;
  await playground.play('validation');
  await timeline.press('Zoom in');
  await timeline.bar(/^Turn 1, /).focus();
  const refused = timeline.bar(/^Grep.* · invalid/);
  // What is out of the window is not drawn.
  const there = (): Promise<boolean> =>
    refused.evaluateAll(([bar]) => bar !== undefined && bar === document.activeElement);
  for (let presses = 0; presses < 60 && !(await there()); presses += 1) await page.keyboard.press('ArrowRight');
  await expect(refused).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(playground.call.issues).toHaveCount(2);
});

test('the time a call waits for a person is left out, and seen where it is asked for', async ({ playground }) => {
  const { timeline } = playground;
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(playground.approval.card).toBeVisible();
  await timeline.press('Fold waits');
  await expect(timeline.pane.getByRole('button', { name: 'Fold waits' })).toHaveAttribute('aria-pressed', 'false');
  const waits = timeline.bar(/waiting for you/);
  const wide = async (): Promise<number> => (await waits.boundingBox())?.width ?? 0;
  await expect.poll(wide).toBeGreaterThan(100);
  await timeline.press('Fold waits');
  await expect.poll(wide).toBeLessThan(100);

  // So is one that has been answered.
  await playground.approval.allow();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  const waited = timeline.bar(/waited before it ran/).first();
  const width = async (): Promise<number> => (await waited.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeLessThan(100);
  await timeline.press('Fold waits');
  await expect.poll(width).toBeGreaterThan(100);
});
