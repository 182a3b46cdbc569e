import type { Locator } from '@playwright/test';
import { clippedLabels } from '../fixtures/clipped-labels';
import { expect, test } from '../fixtures/test';
import { Playground } from '../pages/playground';
import { SettingsDialog } from '../pages/settings-dialog';

test.describe('the language of the page', () => {
  test('is chosen in Settings without a reload, kept, and changed back', async ({ page, playground }) => {
    await playground.open({ scenario: 'fix-the-test' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    const settings = new SettingsDialog(page);
    await settings.open();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));

    await settings.language.selectOption('zh');
    await expect(page.getByRole('dialog', { name: '设置' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

    await page.reload();
    await playground.ready();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await page.keyboard.press('Control+,');
    const chinese = page.getByRole('dialog', { name: '设置' });
    await expect(chinese).toContainText('脚本模型（离线）');
    await chinese.getByRole('combobox', { name: '界面语言' }).selectOption('en');
    await expect(settings.dialog).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('and the theme are chosen on every other page, too', async ({ page, playground }) => {
    await page.goto('/presets');
    await playground.interactive();
    const settings = new SettingsDialog(page);
    await settings.open();
    await settings.language.selectOption('zh');
    const chinese = page.getByRole('dialog', { name: '设置' });
    // The server wrote the heading.
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toContainText('预设');
    await chinese.getByRole('combobox', { name: '主题' }).selectOption('light');
    await page.goto('/tools');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  test('is that of the link, which is remembered, before that of the browser', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: 'zh-CN' });
    const page = await context.newPage();
    await page.goto(`${baseURL}/nowhere`);
    await expect(page.getByRole('heading', { name: '这个地址没有内容。' })).toBeVisible();
    await page.goto(`${baseURL}/nowhere?lang=en`);
    await expect(page.getByRole('heading', { name: 'There is nothing at this address.' })).toBeVisible();
    await page.goto(`${baseURL}/nowhere`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await context.close();
  });
});

for (const [own, other] of [
  ['en-US', 'zh-CN'],
  ['zh-CN', 'en-US'],
] as const) {
  test(`a page in ${own} loads no messages in ${other}`, async ({ browser, baseURL }) => {
    const SAYS = {
      'en-US': ['There is nothing at this address.', 'No threads yet. Press Run to start one.'],
      'zh-CN': ['这个地址没有内容。', '还没有会话。点击“运行”即可新建。'],
    };
    const context = await browser.newContext({ locale: own });
    const page = await context.newPage();
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (/\.js(\?|$)/.test(response.url())) scripts.push(response.text().catch(() => ''));
    });
    const loaded = async (language: keyof typeof SAYS): Promise<string[]> => {
      const texts = await Promise.all(scripts);
      return SAYS[language].filter((words) => texts.some((text) => text.includes(words)));
    };
    await page.goto(`${baseURL}/?speed=instant`);
    // What loads at rest, and with a dialog, too.
    await expect.poll(() => loaded(own)).toEqual(SAYS[own]);
    await new Playground(page).interactive();
    await page.keyboard.press('t');
    await page.getByRole('dialog').waitFor();
    await page.goto(`${baseURL}/presets`);
    expect(await loaded(other)).toEqual([]);
    await context.close();
  });
}

test.describe('the language of a run', () => {
  test.use({ locale: 'zh-CN' });

  test('is that of what a person is asked, and of what is noted of the answer', async ({ page, playground }) => {
    await playground.open({ scenario: 'ask-first' });
    await page.keyboard.press('r');
    await expect(page.getByRole('region', { name: '审批' })).toContainText('Bash 可能会改动内容。');
    await page.getByRole('log').focus();
    await page.keyboard.press('a');
    const bash = page.getByRole('log').getByRole('article').first();
    await expect(bash).toHaveAccessibleName(/成功/);
    await bash.getByRole('button').first().click();
    await expect(page.getByText('person: 仅允许这一次')).toBeVisible();
  });

  test('is that of the page: what the person says, the model, its refusals and the advice', async ({
    page,
    playground,
  }) => {
    const messages = page.getByRole('log');
    await playground.open({ scenario: 'validation' });
    await page.keyboard.press('r');
    await expect(messages).toContainText('taxRate 在哪里被使用？');
    await expect(playground.status).toHaveText('完成', { timeout: 90_000 });
    await expect(messages).toContainText('两处一次改正。');
    await expect(messages).toContainText('两处错误只多用了一轮');
    await expect(messages).toContainText('是否想写 `output_mode`');

    await page.keyboard.press('Control+,');
    await page.getByRole('combobox', { name: '消息语言' }).selectOption('en');
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await expect(messages).toContainText('The arguments are not valid', { timeout: 90_000 });
  });

  test('is that of the models that a turn is handed over to @long', async ({ page, playground }) => {
    await playground.open({ model: 'human' });
    await page.keyboard.press('/');
    await page.keyboard.type('你好');
    await page.keyboard.press('Enter');
    const models = page.getByRole('form', { name: '轮到你扮演模型' }).getByRole('combobox');
    await expect(models).toContainText('脚本模型（离线）');
    await expect(models).not.toContainText('Scripted');
  });

  test('is that of the design of its tools, where one is chosen @long', async ({ page, playground }) => {
    const messages = page.getByRole('log');
    await playground.open({ scenario: 'validation', preset: 'claude-agent-sdk' });
    await page.keyboard.press('r');
    await expect(messages).toContainText('两处一次改正。', { timeout: 90_000 });
    await expect(messages).toContainText('Invalid arguments for tool Grep');
  });
});

test('with a design chosen, the header still has room for its name and for what is chosen', async ({
  page,
  playground,
}) => {
  for (const [preset, name] of [
    ['dskcode', 'dskcode'],
    ['claude-agent-sdk', 'Claude Agent SDK'],
  ] as const) {
    await playground.open({ preset, scenario: 'validation' });
    const header = page.getByRole('banner');
    const design = header.getByRole('button', { name }).locator('span');
    const parts = header.getByRole('combobox').or(design);
    await expect(parts).toHaveCount(3);
    await expect
      .poll(() => parts.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)))
      .toEqual([false, false, false]);
  }
});

test('the first screen begins with what Toolyard is', async ({ playground }) => {
  await playground.open();
  await expect(playground.file('package.json')).toBeVisible();
  await expect(playground.messages.locator('p').first()).toBeInViewport({ ratio: 1 });
});

const linesOf = (element: Locator): Promise<number> =>
  element.evaluate((label) => {
    const range = document.createRange();
    range.selectNodeContents(label);
    return range.getClientRects().length;
  });

const bottomOf = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Infinity;
};

const soft = expect.configure({ soft: true });

const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 1920, height: 1080 },
];

const WORDS = {
  'en-US': {
    done: 'Done',
    loading: 'Loading…',
    hidden: 'hidden lines',
    warning: 'Warning',
    picture: 'The picture shows it',
  },
  'zh-CN': { done: '完成', loading: '加载中…', hidden: '个隐藏的行', warning: '警告', picture: '截图与你看到的一致' },
} as const;

for (const locale of ['en-US', 'zh-CN'] as const) {
  for (const viewport of WINDOWS) {
    // In the short run, each language and each of two windows is tried once.
    const isShort = viewport.width < 1900 && (locale === 'en-US') === viewport.width > 1000;
    // Colours move nothing: in each language, a window is seen in the light theme and another in the dark.
    const colorScheme = isShort ? 'light' : 'dark';
    test.describe(`in ${locale}, ${viewport.width} × ${viewport.height}, ${colorScheme}${isShort ? '' : ' @long'}`, () => {
      test.use({ locale, viewport, colorScheme });

      test('no label is clipped, or lies over another', async ({ page, playground }, testInfo) => {
        await playground.open({ scenario: 'ambiguous-edit', mode: 'bypassPermissions', pane: 'stores' });
        const look = async (place: string): Promise<void> => {
          await page.screenshot({ path: testInfo.outputPath(`${place}.png`) });
          await soft.poll(() => clippedLabels(page), place).toEqual([]);
        };
        await look('the first screen');
        const dialogs = { settings: 'Control+,', keys: '?', scenarios: 'o', threads: 't', commands: 'Control+k' };
        for (const [place, key] of Object.entries(dialogs)) {
          await page.keyboard.press(key);
          await page.getByRole('dialog').waitFor();
          await look(place);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'hidden' });
        }

        await page.keyboard.press('r');
        await expect(playground.status).toHaveText(WORDS[locale].done, { timeout: 90_000 });
        // Monaco's own words.
        await expect(page.locator('.diff-hidden-lines', { hasText: WORDS[locale].hidden }).first()).toBeAttached();
        const tabs = page.locator('[role=tab][aria-controls=details-panel]');
        await expect(tabs).toHaveCount(8);
        for (const tab of await tabs.all()) {
          await tab.click();
          await expect(page.locator('#details-panel')).toContainText(/\S/);
          await expect(page.locator('#details-panel').getByText(WORDS[locale].loading, { exact: true })).toHaveCount(0);
          await look(`the pane ${await tab.getAttribute('data-tab')}`);
        }
        for (const path of ['/compare', '/tools', '/tools/Edit', '/workshop', '/presets']) {
          await page.goto(path);
          await page
            .getByRole('main')
            .getByRole('button')
            .or(page.getByRole('main').getByRole('combobox'))
            .first()
            .waitFor();
          await look(`the page ${path.replaceAll('/', ' ')}`);
        }
      });

      test('nor in the page that an agent has opened', async ({ page, playground }, testInfo) => {
        await playground.open({ scenario: 'browser', mode: 'bypassPermissions', pane: 'stores', store: 'page' });
        await page.keyboard.press('r');
        await expect(playground.status).toHaveText(WORDS[locale].done, { timeout: 90_000 });
        await page.screenshot({ path: testInfo.outputPath('page.png') });
        await expect.poll(() => clippedLabels(page)).toEqual([]);
        await expect(page.getByRole('log')).toContainText(WORDS[locale].picture);
      });

      test('nor in a run of agents, a warning, or what is said of a link @long', async ({ page, playground }) => {
        await playground.open({ scenario: 'sub-agents', mode: 'bypassPermissions' });
        await page.keyboard.press('r');
        await expect(playground.status).toHaveText(WORDS[locale].done, { timeout: 90_000 });
        await soft.poll(() => clippedLabels(page), 'agents').toEqual([]);
        await playground.open({ scenario: 'loop-guard', mode: 'bypassPermissions' });
        await page.keyboard.press('r');
        const warning = page.getByRole('log').getByText(WORDS[locale].warning, { exact: true });
        await expect(warning).toBeVisible();
        await soft.poll(() => linesOf(warning)).toBe(1);
        await playground.open({ scenario: 'nowhere', model: 'nobody' });
        const [above, below] = [page.getByText('nowhere'), page.getByText('nobody')];
        const gap = async () => ((await below.boundingBox())?.y ?? 0) - (await bottomOf(above));
        await soft.poll(gap).toBeGreaterThan(4);
      });
    });
  }
}

test('kinds, categories and tiers of tools are Chinese on a Chinese page', async ({ page }) => {
  await page.goto('/tools?lang=zh');
  const rows = page.getByRole('list', { name: '工具' });
  await expect(rows).toContainText('文件系统');
  await expect(rows).toContainText('内置');
  await expect(rows).not.toContainText(/filesystem|workflow|network|schedule|builtin/);
  await expect(page.getByRole('combobox', { name: '分类' }).getByRole('option', { name: '工作流' })).toHaveCount(1);
  await page.goto('/tools/Edit?lang=zh');
  await page.getByRole('tab', { name: '关于' }).click();
  await expect(page.getByRole('region', { name: '关于 Edit' })).toContainText('编辑');
  await page.goto('/?lang=zh');
  await expect(page.getByRole('region', { name: '模型可见的工具' })).toContainText('编辑');
});
