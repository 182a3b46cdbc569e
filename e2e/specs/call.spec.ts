import { expect, test } from '../fixtures/test';

test('following leads to the newest call, through other panes, until a person chooses one', async ({
  playground,
  page,
}) => {
  const { call } = playground;
  await playground.open({ scenario: 'fix-the-test', mode: 'acceptEdits' });
  await playground.run();
  await expect(call.pane).toContainText('waiting for you');
  await playground.show('Events');
  await playground.approval.allow();
  await expect(playground.cards('Edit', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Bash', 'waiting for you')).toHaveCount(1);
  await playground.show('Call');
  await expect(call.pane).toContainText('waiting for you');
  await playground.cards('Edit', 'invalid').getByRole('button').first().click();
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(call.issues).toHaveCount(2);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible();
  await expect(call.part('Result, as the model reads it')).toBeVisible();
});

test('a refused call begins with its issues, another with its result; the issues of all are one click away @long', async ({
  playground,
}) => {
  const { call } = playground;
  await playground.play('fix-the-test');
  await expect(call.parts.first()).toHaveText('Result, as the model reads it');
  await call.list('Invalid');
  await expect(call.parts.first()).toHaveText('Issues');
  await call.list('All');
  await call.step('Next call');
  await expect(call.pane).toContainText('TEXT_MULTIPLE_MATCHES');
  await call.step('Next call');
  await expect(call.part('Change')).toContainText('src/cart.ts');
  await expect(call.part('Timings')).toContainText('Ran');
  await call.goOn('Open the diff');
  await expect(playground.editor.tab(/cart\.ts · call/)).toHaveAttribute('aria-selected', 'true');
});

test('a refused call is tried again with its own arguments, and its contract is a click away @long', async ({
  playground,
}) => {
  const { call, contract } = playground;
  await playground.openIssuesOfRefusedCall();
  await call.goOn('Try again with these arguments');
  await expect(contract.pane.getByRole('tab', { name: 'Try it' })).toHaveAttribute('aria-selected', 'true');
  await expect(contract.outcome).toContainText('INVALID_ARGS');
  await expect(contract.outcome).toContainText('$.outputMode');
  await playground.show('Call');
  await call.goOn('Open its contract');
  await expect(contract.form).toContainText('"Grep"');
  await contract.pane.getByRole('tab', { name: 'Try it' }).click();
  await contract.pane.getByRole('button', { name: 'Call Grep' }).click();
  await expect(contract.outcome).toContainText('$.outputMode');
});

test('the raw request of the turn that made a call is one click away @long', async ({ playground }) => {
  await playground.openIssuesOfRefusedCall();
  await playground.call.goOn('Raw request');
  await expect(playground.requests.list.locator('[aria-current="true"]')).toContainText(/^Turn 1/);
});

test('what always allowed a call is taken back where the call is seen', async ({ playground }) => {
  const { call } = playground;
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(call.decision).toContainText('Waiting for you');
  const asked = call.picker.getByRole('option', { name: /^1 · / });
  await expect(playground.cards('Bash', 'waiting for you')).toHaveCount(1);
  const id = (await asked.getAttribute('value')) ?? '';
  await playground.approval.card.getByRole('button', { name: 'Always allow' }).click();
  await expect(playground.cards('Write', 'waiting for you')).toHaveCount(1);
  await call.picker.selectOption(id);
  await expect(call.decision).toContainText('allowed it always');
  await call.decision.getByRole('button', { name: 'Revoke' }).click();
  await expect(call.decision.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
});

test('the panes stay where they are when another is shown or the agent works, and one button gives them the column', async ({
  playground,
  page,
}) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  const tabs = page.getByRole('tablist', { name: 'Details' });
  const top = async (): Promise<number> => (await tabs.boundingBox())?.y ?? 0;
  await expect(playground.file('package.json')).toBeVisible();
  const before = await top();
  for (const tab of ['Contract', 'Policy', 'Hooks', 'State', 'Call'] as const) {
    await playground.show(tab);
    await expect.poll(top).toBe(before);
  }
  await playground.run();
  await expect(playground.editor.tab(/cart\.ts/)).toBeVisible();
  expect(await top()).toBe(before);
  await playground.waitForEnd();
  await playground.editor.pane.getByRole('button', { name: 'Close this tab' }).click();
  await expect(page.getByRole('region', { name: 'How to read this page' })).toBeVisible();
  expect(await top()).toBe(before);
  await playground.enlargeDetails();
  await expect.poll(top).toBeLessThan(before);
  await page.getByRole('button', { name: 'Restore the panel size' }).click();
  await expect.poll(top).toBeCloseTo(before, 0);
});

for (const pane of ['issues', 'result']) {
  test(`a link to ${pane}, which are a part of the call now, leads to the call`, async ({ playground, page }) => {
    await page.goto(`/?pane=${pane}`);
    await playground.ready();
    await expect(playground.call.pane).toBeVisible();
    await expect(playground.messages.getByRole('status')).toHaveCount(0);
  });
}
