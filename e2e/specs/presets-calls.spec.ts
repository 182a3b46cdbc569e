import { englishLeft } from '@/lib/tools/presets/testing/english-left';
import { expect, test } from '../fixtures/test';
import { YourTurnCard } from '../pages/your-turn-card';

test('over 100,000 characters of output, the first and the last 50,000 are kept under Open Agent SDK @long', async ({
  playground,
  page,
}) => {
  const turn = new YourTurnCard(page);
  await playground.open({ model: 'human', mode: 'bypassPermissions', preset: 'open-agent-sdk' });
  await playground.say('Count.');
  await turn.addCall(1, 'Bash', '{"command":"seq 1 40000"}');
  await turn.send();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  // After a reload the page shows what is in the log, which is also what the model is sent.
  await page.reload();
  await expect(turn.card).toBeVisible();
  await playground.cards('Bash', 'succeeded').getByRole('button').first().click();
  const result = playground.call.part('Result, as the model reads it').getByRole('group', { name: 'Result text' });
  const parts = async (): Promise<string[]> => ((await result.textContent()) ?? '').split('\n\n...(truncated)...\n\n');
  await expect.poll(async () => (await parts()).map(({ length }) => length)).toEqual([50_000, 50_000]);
  const [head, tail] = await parts();
  expect(head).toMatch(/^1\n2\n3\n/);
  expect(tail).toMatch(/\n40000\n[^]*\[Exit code: 0\]$/);
});

for (const [mode, state] of [
  ['bypassPermissions', 'running'],
  ['default', 'waiting for you'],
] as const) {
  test(`a call that is ${state} under dskcode is stopped, which the model is told in Chinese @long`, async ({
    playground,
    page,
  }) => {
    const turn = new YourTurnCard(page);
    await playground.open({ model: 'human', mode, preset: 'dskcode' });
    await playground.say('Wait.');
    await turn.addCall(1, 'bash', '{"command":"sleep 25"}');
    await turn.send();
    await expect(playground.cards('bash', state)).toHaveCount(1);
    await playground.stop();
    await expect(playground.cards('bash', 'stopped')).toHaveCount(1);
    await playground.say('Go on.');
    await turn.card.getByText(/^What the model sees/).click();
    const told = turn.card.getByRole('group', { name: 'New 1' });
    await expect(told).toContainText('用户停止了');
    await expect.poll(async () => englishLeft((await told.textContent()) ?? '')).toEqual([]);
  });
}
