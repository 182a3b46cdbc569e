import { AxeBuilder } from '@axe-core/playwright';
import { SCENARIOS, unplayable } from '@/lib/scenarios';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { havingOf } from '@/lib/tools/system';
import { expect, test } from '../fixtures/test';

/** The preset's name for the editing tool. */
const editOf = (id: string) =>
  PRESETS.find((preset) => preset.id === id)?.tools.find(({ executor }) => executor === 'Edit');

for (const { id } of PRESETS.filter((preset) => editOf(preset.id))) {
  const tag = id === 'claude-agent-sdk' ? '' : ' @long';
  test(`the same scenario runs under ${id}${tag}`, async ({ playground }) => {
    await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions', preset: id });
    await playground.run();
    await playground.waitForEnd();
    await playground.expectAllResolved();
    await expect(playground.cards(editOf(id)?.name ?? '', 'succeeded')).not.toHaveCount(0);
    await expect(playground.pane('What the model sees')).toContainText(editOf(id)?.name ?? '');
  });
}

test('a system without an edit tool works with its own names @long', async ({ playground }) => {
  await playground.open({ scenario: 'truncation', mode: 'bypassPermissions', preset: 'y-agent' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('ShellExec', 'succeeded')).not.toHaveCount(0);
});

test('a preset is chosen in the settings, and two are compared side by side', async ({ playground, page }) => {
  await playground.open();
  await playground.command('Settings');
  await page.getByRole('combobox', { name: 'Tool preset' }).selectOption('dskcode');
  await page.keyboard.press('Escape');
  await expect(playground.pane('What the model sees')).toContainText('read_file');
  await expect(page).toHaveURL(/[?&]preset=dskcode\b/);
  await page.goto('/presets?right=dskcode');
  const table = page.getByRole('region', { name: 'Comparison' });
  const row = (executor: string) => table.getByRole('row', { name: new RegExp(`^${executor} (?!before write)`) });
  await expect(row('Edit')).toContainText('old_text');
  await page.getByRole('combobox', { name: 'Left' }).selectOption('claude-agent-sdk');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/left=claude-agent-sdk&right=dskcode/);
  await expect(row('Read')).toContainText('FileRead');
  await expect(row('Read')).toContainText('startLine?');
});

test('the page of presets scrolls as a whole where it does not fit, wherever the pointer is', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/presets?left=claude-agent-sdk&right=dskcode');
  const trial = page.getByRole('group', { name: 'Left result' });
  const top = async () => (await trial.boundingBox())?.y ?? 0;
  const before = await top();
  await trial.hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(top).toBeLessThan(before);
});

test('two behaviours are side by side with their sources, and the same call is tried through both', async ({
  page,
}) => {
  await page.goto('/presets?left=claude-agent-sdk&right=dskcode');
  const order = page.getByRole('row', { name: /^Order of checks/ });
  await expect(order).toContainText('Permission, then hooks, then validation');
  await expect(order).toContainText('High-Level Execution Path');
  await expect(page.getByRole('group', { name: 'Left result' })).toContainText('FILE_NOT_READ');
  await expect(page.getByRole('group', { name: 'Right result' })).toContainText('文件已编辑');
  await page.getByRole('combobox', { name: 'The same call through both' }).selectOption('missing');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('group', { name: 'Left result' })).toContainText('NOT_FOUND');
  await expect(page.getByRole('group', { name: 'Right result' })).toContainText('READ_ERROR');
});

test('a scenario that a design cannot play is refused before Run, and another one is offered', async ({
  playground,
  page,
}) => {
  await page.goto('/?scenario=plan-first&preset=dskcode');
  await playground.ready();
  await expect(
    page.getByText('“Plan before acting” needs something dskcode does not have', { exact: false }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Choose “.*” instead$/ }).click();
  await expect(page.getByRole('button', { name: /^Run “/ })).toBeVisible();
});

/** Scenarios that need a page: the others are played under every preset in e2e/integration/scenarios.test.ts. */
const IN_A_PAGE = new Set(['language-service', 'worktree', 'web', 'browser', 'server']);

for (const preset of PRESETS) {
  const having = havingOf(presetTools(preset, builtinTools));
  for (const scenario of SCENARIOS.filter(({ id }) => IN_A_PAGE.has(id))) {
    const refused = unplayable(scenario, preset.title, having);
    test(`${scenario.id} under ${preset.id} ${refused ? 'is refused' : 'comes to its end'} @long`, async ({
      playground,
      page,
      faults,
    }) => {
      faults.allow(/services\/web-fetch/);
      await playground.open({ scenario: scenario.id, mode: 'bypassPermissions', preset: preset.id });
      if (refused) return expect(page.getByText(refused.reason)).toBeVisible();
      await playground.run();
      await playground.waitForEnd();
      await playground.expectAllResolved();
      await expect(playground.messages).not.toContainText('I expected');
    });
  }
}

test('a tool is filed under a category of one’s own, which is kept and can be looked for', async ({
  playground,
  page,
}) => {
  await playground.open({ preset: 'y-agent' });
  await playground.command('Settings');
  const categories = page.getByRole('region', { name: 'Categories of tools' });
  await categories.getByRole('combobox', { name: 'Tool to file' }).selectOption('FileRead');
  await categories.getByRole('textbox', { name: 'Category to file it under' }).fill('Recipes');
  await categories.getByRole('button', { name: 'File', exact: true }).click();
  await expect(categories).toContainText('Recipes FileRead');
  await page.goto('/tools?preset=y-agent');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Recipes');
  await expect(page.getByRole('status').filter({ hasText: '1 tool' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the page of designs in the ${colorScheme} theme${colorScheme === 'light' ? ' @long' : ''}`, () => {
    test.use({ colorScheme });

    for (const width of [1280, 390]) {
      test(`is whole at ${width} pixels, and can be worked by keyboard`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto('/presets?left=claude-agent-sdk&right=dskcode');
        await expect(page.getByRole('group', { name: 'Right result' })).not.toBeEmpty();
        await expect
          .poll(async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id))
          .toEqual([]);
        const cut = page.locator('main *').filter({ hasNot: page.locator('*') });
        await expect
          .poll(() =>
            cut.evaluateAll((all) =>
              all
                .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
                .map((one) => one.textContent),
            ),
          )
          .toEqual([]);
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        await page.getByRole('combobox', { name: 'The same call through both' }).focus();
        await page.keyboard.press('Tab');
        await expect(page.getByRole('button', { name: 'Try it' })).toBeFocused();
        await page.getByText('Kept after a reload').scrollIntoViewIfNeeded();
        await expect(page.getByText('Kept after a reload')).toBeInViewport();
      });
    }
  });
}
