import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/test';

/** The steps of each task, from the table in the docs. */
const STEPS = new Map(
  [...readFileSync('docs/first-time-tasks.md', 'utf8').matchAll(/^\|\s+(\d+) \|.*\|\s+(\d+) \|$/gm)].map(
    ([, task, steps]) => [Number(task), Number(steps)] as const,
  ),
);

/** Counts a person's actions. */
function createHand() {
  let steps = 0;
  const step = async (done: Promise<void>): Promise<void> => {
    steps += 1;
    await done;
  };
  return {
    click: (at: Locator) => step(at.click()),
    type: (at: Locator, text: string) => step(at.fill(text)),
    press: (at: Locator, key: string) => step(at.press(key)),
    /** Expects that the task took as many steps as the docs say. */
    done: (task: number): void => {
      expect(steps, `steps of task ${task}`).toBe(STEPS.get(task));
      steps = 0;
    },
  };
}

test('from the first screen: a demo, and wrong arguments @long', async ({ playground, page }) => {
  const hand = createHand();
  await playground.open();
  await hand.click(playground.messages.getByRole('button', { name: /^Run/ }));
  await expect(playground.approval.card).toBeVisible();
  hand.done(1);

  await playground.open();
  await hand.click(page.getByRole('link', { name: /^Try a tool/ }));
  await hand.click(page.getByRole('button', { name: 'Misspell a field' }));
  await expect(page.getByRole('region', { name: 'Outcome of the call' })).toContainText('INVALID_ARGS');
  hand.done(3);
});

test('from a finished run: why a call was refused, what one changed, and what the model was sent @long', async ({
  playground,
}) => {
  const hand = createHand();
  const { call, timeline, requests, contract } = playground;
  await playground.play('fix-the-test');

  await hand.click(playground.cards('Edit', 'invalid').getByRole('button').first());
  await expect(call.part('Issues')).toBeVisible();
  await expect(call.part('What the model was told')).toBeVisible();
  hand.done(2);

  await hand.click(playground.cards('Edit', 'invalid').getByRole('button').first());
  await hand.click(call.pane.getByRole('button', { name: 'Try again with these arguments' }));
  await expect(contract.outcome).toContainText('INVALID_ARGS');
  hand.done(4);

  await hand.click(timeline.bar(/^Turn 2, /));
  await expect(requests.pane).toBeVisible();
  hand.done(6);

  await hand.click(playground.cards('Edit', 'succeeded').getByRole('button').first());
  await expect(call.part('Change')).toBeVisible();
  hand.done(7);

  await hand.click(timeline.bar(/^Run the tests.*succeeded/).last());
  await expect(call.part('Result, as the model reads it')).toBeVisible();
  hand.done(8);
});

test('with a person: always allowed, and taken back @long', async ({ playground }) => {
  const hand = createHand();
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await hand.click(playground.approval.card.getByRole('button', { name: 'Always allow' }));
  await hand.click(playground.messages.getByRole('button', { name: 'Revoke' }).first());
  await expect(playground.messages.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
  hand.done(5);
});

test('among scenarios and runs: one found by what it teaches, two compared @long', async ({ playground, page }) => {
  const hand = createHand();
  await playground.open();
  await hand.click(playground.scenario);
  const dialog = page.getByRole('dialog', { name: 'Scenarios' });
  await hand.type(dialog.getByRole('combobox'), 'hook');
  await hand.press(dialog.getByRole('combobox'), 'ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await playground.waitForEnd();
  hand.done(9);

  await playground.run();
  await playground.waitForEnd();
  await hand.click(page.getByRole('button', { name: 'Threads in this browser' }));
  await hand.click(page.getByRole('link', { name: /^Compare / }));
  await expect(page.getByRole('table', { name: 'Figures' })).toBeVisible();
  hand.done(10);
});
