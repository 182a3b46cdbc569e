import { expect, test } from '../fixtures/test';

test('a worktree: the agent works on a branch of its own, and the main files stay as they are @long', async ({
  playground,
}) => {
  await playground.open({ scenario: 'worktree' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('EnterWorktree', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('ExitWorktree', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(3);
  await expect(playground.messages).toContainText('The main files are untouched');
  await expect(playground.messages.getByRole('alert')).toHaveCount(0);
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.paste('git worktree list; git merge worktree-line-total');
  await expect(playground.terminal.text).toContainText('Fast-forward');
  await expect(playground.terminal.text).toContainText('1 file changed, 1 insertion(+), 1 deletion(-)');
});

test('a language service: references, a rename that breaks something, and diagnostics until nothing is wrong @long', async ({
  playground,
}) => {
  await playground.open({ scenario: 'language-service' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('LSP', 'succeeded')).toHaveCount(4);
  await expect(playground.cards('Edit', 'succeeded')).toHaveCount(2);
  await expect(playground.messages).toContainText('TypeScript finds nothing wrong with any of them');
});
