import { englishLeft } from '@/lib/tools/presets/testing/english-left';
import { expect, test } from '../fixtures/test';
import { YourTurnCard } from '../pages/your-turn-card';

for (const [mode, state] of [
  ['bypassPermissions', 'running'],
  ['default', 'waiting for you'],
] as const) {
  test(`a call that is ${state} under dskcode is stopped, which the model is told in Chinese`, async ({
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
    const text = (await turn.card.getByRole('group', { name: 'New 1' }).textContent()) ?? '';
    expect(text).toContain('用户停止了');
    expect(englishLeft(text)).toEqual([]);
  });
}
