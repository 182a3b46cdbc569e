import { expect, test } from '../fixtures/test';
import type { Playground } from '../pages/playground';
import { WorkshopPage } from '../pages/workshop-page';

/** What a person sees: the agent's call is refused once, corrected, and made again. */
async function expectRefusedAndMended(playground: Playground): Promise<void> {
  await expect(playground.cards('WordCount', 'invalid')).toHaveCount(1);
  await expect(playground.cards('WordCount', 'succeeded')).toHaveCount(1);
  await expect(playground.messages).toContainText('I fix what I was told about');
  await expect(playground.messages).toContainText('3 words');
}

/** Performs a person's steps one after the other and counts them. */
function counted() {
  let steps = 0;
  return {
    step: async (work: () => Promise<unknown>): Promise<void> => {
      steps += 1;
      await work();
    },
    count: () => steps,
  };
}

test('from the first page to a tool of one’s own that an agent calls and that is taken away: by mouse', async ({
  playground,
  page,
}) => {
  const workshop = new WorkshopPage(page);
  const { step, count } = counted();
  await playground.open();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Workshop' }).click();

  await step(() => workshop.begin('Computes something'));
  await expect(workshop.cases).toContainText('2 cases, all passed', { timeout: 60_000 });
  await step(() => workshop.callByAgent.click());
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/^Call WordCount with /);
  await playground.ready();
  await step(() => page.getByRole('button', { name: 'Send', exact: true }).click());
  await expectRefusedAndMended(playground);
  // Run would begin something else, and says so.
  await expect(page.getByRole('banner').getByRole('button', { name: /^Run demo/ })).toBeVisible();
  await step(() => playground.cards('WordCount', 'succeeded').getByRole('button').first().click());
  await step(() => playground.call.openCode());
  await expect(workshop.source).toContainText('wordCount', { timeout: 60_000 });
  await step(() => workshop.show('Export'));
  await expect(page.getByRole('combobox', { name: 'Export to' })).toHaveValue('mcp-server');
  await step(async () => expect((await workshop.download(/^Download all/)).text).toContain('src/pack/main.ts'));
  expect(count()).toBeLessThanOrEqual(12);
});

test('the same by keyboard alone @long', async ({ playground, page }) => {
  const workshop = new WorkshopPage(page);
  const { keyboard } = page;
  /** Presses Tab until the element has the focus, which must be visible. */
  const reach = async (
    name: string | RegExp,
    role: 'button' | 'link' | 'tab' | 'combobox' = 'button',
  ): Promise<void> => {
    const wanted = page.getByRole(role, { name }).first();
    await expect(wanted).toBeVisible({ timeout: 60_000 });
    for (let tabs = 0; tabs < 60; tabs++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`The focus does not come to ${String(name)}.`);
  };
  const { step, count } = counted();
  const press = (name: string | RegExp, role?: Parameters<typeof reach>[1]): Promise<void> =>
    step(async () => {
      await reach(name, role);
      await keyboard.press('Enter');
    });
  await playground.open();
  await reach('Workshop', 'link');
  await keyboard.press('Enter');

  await press(/^Computes something/);
  await expect(workshop.cases).toContainText('2 cases, all passed', { timeout: 60_000 });
  // Into the editor, where Tab is a letter like any other, and out of it again.
  await step(async () => {
    await expect(page.getByRole('region', { name: 'Source' })).toBeFocused();
    for (let tabs = 0; tabs < 10 && !(await workshop.isInEditor()); tabs++) await keyboard.press('Tab');
    await keyboard.type('// Mine\n');
    await expect(workshop.saved).toHaveText('Saved in this browser');
  });
  await step(() => keyboard.press('F6'));
  await press('Let an agent call WordCount');
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue(/^Call WordCount with /);
  await playground.ready();
  await expect(message).toBeFocused();
  await step(() => keyboard.press('Enter'));
  await expectRefusedAndMended(playground);
  await press('Workshop', 'link');
  await expect(workshop.cases).toContainText('2 cases, all passed', { timeout: 60_000 });
  await step(async () => {
    await keyboard.press('F6');
    await keyboard.press('F6');
  });
  await step(async () => {
    await reach('Checks', 'tab');
    for (let tab = 0; tab < 3; tab++) await keyboard.press('ArrowRight');
  });
  const downloaded = page.waitForEvent('download');
  await press(/^Download all/);
  expect((await downloaded).suggestedFilename()).toBe('my-tools.zip');
  expect(count()).toBeLessThanOrEqual(12);
});
