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
  await requests.choose(1);
  await expect(requests.body).toContainText('"system"');
  await expect(requests.pane).toContainText(/system ≈[\d.]+K · tools ≈0 · messages ≈\d+ tokens/);
  await requests.show('Response');
  await expect(requests.body).toContainText('event: message_start');
  await requests.show('Its text');
  await expect(requests.body).toContainText('<invoke name="Read">');
  await expect(requests.marks).not.toHaveCount(0);
  expect(await violationsIn(page, '[data-pane="Requests"]')).toEqual([]);
  await page.reload();
  await expect(requests.list.first()).toContainText(/^Turn 1\s*200/);
});
