import type { Locator } from '@playwright/test';
import { violationsIn } from '../fixtures/violations-in';
import { expect, test } from '../fixtures/test';

test('what the model saw and wrote, to the letter, follows the newest turn until one is chosen', async ({
  playground,
  page,
}) => {
  const { requests } = playground;
  await page.goto('/?scenario=denied&speed=instant&toolMode=prompt&dialect=minimax&pane=requests');
  await playground.ready();
  await expect(requests.pane).toContainText('No request has been sent yet.');
  await playground.run();
  await playground.waitForEnd();
  await expect(requests.list.first()).toContainText(/^Turn 1\s*200/);
  // What is new comes first into view; the prompt before it is the same in all turns.
  await requests.choose(2);
  await expect(requests.body).toContainText('"role": "user"');
  await expect(requests.body).not.toContainText('"system"');
  await expect(requests.pane).toContainText(/system ≈[\d.]+K · tools ≈0 · messages ≈\d+ tokens/);
  await requests.choose(1);
  await requests.show('Response');
  await expect(requests.body).toContainText('event: message_start');
  await requests.show('Its text');
  await expect(requests.body).toContainText('<invoke name="Read">');
  await expect(requests.marks).not.toHaveCount(0);
  await playground.show('Call');
  await playground.call.goOn('Raw request');
  await expect(requests.body).toContainText('<invoke name=');
  await expect.poll(() => violationsIn(page, '[data-pane="Requests"]')).toEqual([]);
  await page.reload();
  await expect(requests.list.first()).toContainText(/^Turn 1\s*200/);
});

test('tools cost the same wherever it is said, and a turn that brings them costs more', async ({
  playground,
  page,
}) => {
  await playground.open({ scenario: 'validation', pane: 'requests' });
  await playground.run();
  await playground.waitForEnd();
  const { requests } = playground;
  await requests.choose(1);
  const figure = async (place: Locator, words: RegExp): Promise<number> =>
    Number(words.exec(await place.innerText())?.[1]);
  await expect
    .poll(async () => {
      const tools = await figure(requests.pane, /tools ≈([\d.]+)K/);
      const everywhere = await figure(page.getByText('Tools per turn').locator('..'), /≈([\d.]+)K/);
      const reported = await figure(requests.list.filter({ hasText: 'Turn 1' }), /([\d.]+)K in/);
      return [tools === everywhere, reported > tools];
    })
    .toEqual([true, true]);
});
