import type { Locator } from '@playwright/test';
import type { Playground } from '../pages/playground';
import { expect, test } from '../fixtures/test';

/** Opens a card and returns the text that the model was told. */
async function told(card: Locator): Promise<Locator> {
  await card.getByRole('button').first().click();
  return card.getByRole('group', { name: 'What the model was told' });
}

async function play(playground: Playground, scenario: string): Promise<void> {
  await playground.open({ scenario });
  await playground.run();
}

test('a deny rule: the card says which, the model reads a hint, and the run goes another way', async ({
  playground,
}) => {
  await play(playground, 'denied');
  await playground.waitForEnd();
  const card = playground.cards('Edit', 'denied');
  await expect(card).toContainText('GATE_DENIED');
  await expect(await told(card)).toContainText('Edit(src/**)');
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
  await expect(playground.timeline.bar(/^permission/).first()).toBeVisible();
  const lane = playground.timeline.pane.getByText('hooks, rules', { exact: true });
  await expect(lane).toHaveAttribute('title', 'What hooks, permission rules, rate limits and the loop’s guards did');
  await expect(playground.timeline.pane.getByText('guards', { exact: true })).toHaveCount(0);
  // A new file has only one side.
  await expect(playground.editor.insertedLines).not.toHaveCount(0);
  await expect(playground.editor.deletedLines).toHaveCount(0);
  await card.getByRole('button', { name: 'Why?' }).first().click();
  await expect(playground.policy.decided).toContainText('Edit(src/**)');
  await expect(playground.messages).toContainText('One call was refused by a rule.');
});

test('a hook: it blocks one call, the model reads its reason, and the run does without', async ({ playground }) => {
  await play(playground, 'hooks');
  await playground.waitForEnd();
  const card = playground.cards('Bash', 'denied');
  await expect(card).toContainText('no new packages');
  await expect(await told(card)).toContainText('Use what Node brings');
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.timeline.bar(/^hooks: .*No new packages/).first()).toBeVisible();
  await playground.show('Hooks');
  await playground.hooks.show('Last runs');
  await expect(playground.hooks.runs.filter({ hasText: 'blocked' })).toHaveCount(1);
});

test('a rate limit: what is too much is refused with the time to wait, and one search does it', async ({
  playground,
}) => {
  await play(playground, 'rate-limit');
  await playground.waitForEnd();
  await expect(playground.cards('Read', 'succeeded')).toHaveCount(3);
  const refused = playground.cards('Read', 'failed');
  await expect(refused).toHaveCount(3);
  await expect(refused.first()).toContainText('RATE_LIMITED');
  await expect(await told(refused.first())).toContainText(/Wait \d+ s/);
  await expect(playground.cards('Grep', 'succeeded')).toHaveCount(1);
  await expect(playground.timeline.bar(/^rate-limit: /)).toHaveCount(3);
});

test('the loop guard: it warns, it stops, and a person lets the agent go on @long', async ({ playground }) => {
  await play(playground, 'loop-guard');
  await expect(playground.status).toHaveText('Stopped by a guard');
  await expect(playground.cards('Grep', 'succeeded')).toHaveCount(4);
  await expect(playground.messages).toContainText('Warning');
  await expect(playground.messages.getByRole('alert')).toContainText('LOOP_DETECTED');
  await expect(playground.timeline.bar(/^loop.* warning$/)).toHaveCount(1);
  await expect(playground.timeline.bar(/^loop.* stopped the run$/)).toHaveCount(1);
  await playground.messages.getByRole('button', { name: 'Let it continue' }).click();
  await playground.waitForEnd();
  await expect(playground.cards('Read', 'succeeded')).toHaveCount(1);
  await expect(playground.messages).toContainText('another question did at once');
});

test('truncation: the model reads head and tail and what is missing, and asks for less @long', async ({
  playground,
}) => {
  await play(playground, 'truncation');
  await playground.waitForEnd();
  const commands = playground.cards('Bash', 'succeeded');
  await expect(await told(commands.first())).toContainText(/\[… [\d,]+ (characters|bytes) left out …\]/);
  await expect(await told(commands.nth(1))).toContainText('4000');
});

test('a call cut off: it is never run, the model is told why, and makes smaller ones', async ({ playground }) => {
  await play(playground, 'cut-off');
  await playground.waitForEnd();
  const cut = playground.cards('Write', 'invalid');
  await expect(cut).toContainText('PARTIAL_JSON');
  await expect(await told(cut)).toContainText(/not complete|cut off|in the middle/i);
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(2);
  await expect(playground.file('guide.md')).toHaveCount(0);
});

test('an unknown tool: the nearest names are told, and the next call is right @long', async ({ playground }) => {
  await play(playground, 'unknown-tool');
  await playground.waitForEnd();
  const card = playground.cards('Raed', 'invalid');
  await expect(card).toContainText('TOOL_NOT_FOUND');
  await expect(await told(card)).toContainText('Read');
  await expect(playground.cards('Read', 'succeeded')).toHaveCount(1);
});

test('tools on demand: the model begins with an index, and what it finds comes into view', async ({ playground }) => {
  await play(playground, 'lazy-tools');
  await playground.waitForEnd();
  await expect(playground.cards('ToolSearch', 'succeeded')).toHaveCount(2);
  await expect(playground.cards('Grep', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Read', 'succeeded')).toHaveCount(1);
  const inView = playground.pane('What the model sees');
  await expect(inView).toContainText(/\d+ of \d+/);
  await expect(inView.getByRole('button', { name: /^Grep/ })).not.toContainText('listed');
  await expect(inView.getByRole('button', { name: /^Write/ })).toContainText('listed');
  await expect(playground.pane('Tokens')).toContainText(/≈[\d.K]+ of [\d.K]+/);
});

test('a tool of its own: written, run, found wrong, fixed, and it stays with the thread @long', async ({
  playground,
  page,
}) => {
  await play(playground, 'dynamic-tool');
  await playground.waitForEnd();
  const failed = playground.cards('FormatCents', 'failed');
  await expect(failed).toHaveCount(2);
  await expect(await told(failed.first())).toContainText('padStart');
  await expect(playground.cards('ToolUpdate', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('FormatCents', 'succeeded')).toHaveCount(2);
  await expect(playground.messages).toContainText('19.95 and 0.07');
  await page.reload();
  await expect(playground.pane('What the model sees').getByRole('button', { name: /^FormatCents/ })).toBeVisible();
});
