import { expect, test } from '../fixtures/test';

test('a denied call leads to the rule that decided', async ({ playground }) => {
  await playground.open({ scenario: 'ask-first', pane: 'policy' });
  await playground.policy.addRule('deny', 'Bash(echo:*)');
  await playground.run();
  await expect(playground.cards('Bash', 'denied')).toHaveCount(1);
  await playground.cards('Bash', 'denied').getByRole('button', { name: 'Why?' }).first().click();
  await expect(playground.policy.verdict).toContainText('It would be denied.');
  await expect(playground.policy.decided).toContainText('Bash(echo:*)');
  for (const [act, then] of [
    [() => playground.policy.removeRule('deny', 'Bash(echo:*)'), 'It would wait for you.'],
    [() => playground.policy.undo(), 'It would be denied.'],
  ] as const) {
    await act();
    await expect(playground.policy.verdict).toContainText(then);
  }
  await playground.approval.deny('enough');
  await playground.waitForEnd();
});

test('a rule that is none is refused while it is written @long', async ({ playground }) => {
  await playground.open({ pane: 'policy' });
  const { policy } = playground;
  await policy.newRule.fill('Edit(');
  await expect(policy.pane).toContainText('Not a rule.');
  await expect(policy.pane.getByRole('button', { name: 'Add', exact: true }).first()).toBeDisabled();
  await policy.newRule.fill('Nope');
  await expect(policy.pane).toContainText('No tool here is called Nope');
  await policy.newRule.fill('Bash(npm test:*)');
  await expect(policy.pane).toContainText('commands that begin with npm test');
});

test('a call is tried against mode and rules, and what it says follows them @long', async ({ playground, page }) => {
  await playground.open({ pane: 'policy' });
  const { policy } = playground;
  await policy.pane.getByRole('combobox', { name: 'Tool to test' }).selectOption('Write');
  await policy.dryRun();
  await expect(policy.verdict).toContainText('It would wait for you.');
  await policy.pane.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('plan');
  await expect(policy.verdict).toContainText('It would be denied.');
  await policy.pane.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('default');
  await policy.verdict.getByRole('button', { name: 'Add as allow' }).click();
  await expect(policy.verdict).toContainText('It would run.');
  await page.reload();
  await playground.ready();
  await policy.pane.getByRole('combobox', { name: 'Tool to test' }).selectOption('Write');
  await policy.dryRun();
  await expect(policy.verdict).toContainText('It would run.');
});

test('features and lists of tools: what is off is not there, and a call of it is told so', async ({ playground }) => {
  await playground.open({ scenario: 'ask-first', mode: 'acceptEdits', pane: 'policy' });
  const { policy } = playground;
  const inView = playground.pane('What the model sees');
  await policy.pane.getByRole('switch', { name: 'Dynamic tools are on' }).click();
  await expect(inView.getByRole('button', { name: /^ToolCreate/ })).toContainText('off');
  await policy.addName('Tool to exclude', 'bash');
  await expect(inView.getByRole('button', { name: /^Bash off/ })).toBeVisible();
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('Bash', 'invalid')).toContainText('TOOL_NOT_FOUND');
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
  await playground.show('Policy');
  await policy.pane.getByRole('button', { name: 'Remove the tool bash' }).click();
  await expect(inView.getByRole('button', { name: /^Bash off/ })).toHaveCount(0);
});
