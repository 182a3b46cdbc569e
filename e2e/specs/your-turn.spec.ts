import { expect, test } from '../fixtures/test';
import { YourTurnCard } from '../pages/your-turn-card';

test('a person is the model: a wrong call, what the harness answers, a right one, the end', async ({
  playground,
  page,
}) => {
  const turn = new YourTurnCard(page);
  await playground.open({ model: 'human', mode: 'bypassPermissions' });
  await playground.say('What is in the README?');
  await expect(playground.status).toHaveText('Your turn as the model');
  await turn.card.getByText(/^What the model sees/).click();
  await expect(turn.card).toContainText('What is in the README?');
  await expect(turn.card.getByRole('group', { name: 'System prompt' })).toContainText('software agent');

  await turn.text.fill('I read it.');
  await turn.addCall(1, 'Read', '{"Path": "README.md"}');
  await turn.addCall(2, 'Raed');
  await turn.send();
  await expect(playground.cards('Read', 'invalid')).toContainText('INVALID_ARGS');
  await expect(playground.cards('Raed', 'invalid')).toContainText('TOOL_NOT_FOUND');

  await turn.card.getByText(/^What the model sees/).click();
  await expect(turn.card.getByRole('group', { name: 'New 1' })).toContainText('file_path');
  await turn.addCall(1, 'Read');
  await turn
    .call(1)
    .getByRole('textbox', { name: /^file_path/ })
    .fill('README.md');
  await turn.text.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(playground.cards('Read', 'succeeded')).toHaveCount(1);

  await turn.text.fill('It is a cart.');
  await turn.send();
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('It is a cart.');
  await playground.expectAllResolved();
});

test('a person takes over from the script, survives a reload, and hands back @long', async ({ playground, page }) => {
  const turn = new YourTurnCard(page);
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(playground.approval.card).toBeVisible();
  await playground.command('Be the model from the next turn on');
  await playground.approval.allow();
  await expect(playground.approval.card).toContainText('notes/hello.md');
  await playground.approval.allow();
  await expect(turn.card).toBeVisible();
  await page.reload();
  await expect(playground.pane('What the model sees')).toContainText('Ls');
  await turn.addCall(1, 'Ls', '{"path":"notes"}');
  await turn.send();
  await expect(playground.cards('Ls', 'succeeded')).toHaveCount(1);
  await turn.handOverTo('scripted');
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('Here is what became of the two calls');
});
