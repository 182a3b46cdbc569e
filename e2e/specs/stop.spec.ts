import { expect, test } from '../fixtures/test';

test('an endless loop in Bash meets its deadline, one in node is stopped, and the sandbox lives on', async ({
  playground,
}) => {
  await playground.open({ scenario: 'endless-loop', mode: 'bypassPermissions' });
  await playground.run();
  await expect(playground.cards('Bash', 'failed')).toContainText('TIMEOUT');
  await expect(playground.cards('Bash', 'running')).toHaveCount(1);
  await playground.stop();
  await expect(playground.cards('Bash', 'stopped')).toHaveCount(1);
  await expect(playground.cards('Bash', 'running')).toHaveCount(0);
  await expect(playground.sandbox).toContainText('0 processes');

  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.enter('echo still $((40 + 2))');
  await expect(playground.terminal.text).toContainText('still 42');
});

test('a reply is stopped in the middle and the thread goes on', async ({ playground }) => {
  await playground.open({ scenario: 'long-reply', speed: 'typing' });
  await playground.run();
  await expect(playground.messages).toContainText('A tool is a promise');
  await playground.page.keyboard.press('Escape');
  await expect(playground.status).toHaveText('Stopped');
  await expect(playground.messages).not.toContainText('an accident that takes its time');
  // This answer is a long one, too.
  await playground.say('scenarios');
  await expect(playground.messages).toContainText('I am the scripted model');
  await playground.page.keyboard.press('Escape');
  await expect(playground.status).toHaveText('Stopped');
});

test('Escape stops a run whose agent has clicked in the sandbox’s page @long', async ({ playground, page }) => {
  await playground.open({ scenario: 'browser', speed: 'typing', mode: 'bypassPermissions' });
  await playground.run();
  await playground.messages.focus();
  await expect(playground.messages.getByRole('article', { name: 'Browser, succeeded' }).nth(2)).toBeVisible();
  await expect(playground.messages).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(playground.status).toHaveText('Stopped');
});

test('calls that wait for a person are settled by a stop @long', async ({ playground }) => {
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(playground.approval.card).toBeVisible();
  await playground.stop();
  await expect(playground.approval.card).toBeHidden();
  await expect(playground.cards('Bash', 'stopped')).toHaveCount(1);
  await expect(playground.cards('Write', 'stopped')).toHaveCount(1);
});
