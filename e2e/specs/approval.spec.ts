import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ playground }) => {
  await playground.open({ scenario: 'ask-first', mode: 'default' });
  await playground.run();
  await expect(playground.approval.card).toContainText('echo');
});

test('allowed once, it runs, and the next is asked for @long', async ({ playground }) => {
  await playground.approval.allow();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.approval.card).toContainText('hello.md');
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
});

test('by keyboard: A allows, D denies @long', async ({ playground }) => {
  await playground.messages.focus();
  await playground.page.keyboard.press('a');
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.approval.card).toContainText('hello.md');
  await playground.messages.focus();
  await playground.page.keyboard.press('d');
  await playground.page.keyboard.type('not now');
  await playground.page.keyboard.press('Enter');
  await playground.waitForEnd();
  await expect(playground.cards('Write', 'denied')).toHaveCount(1);
});

test('denied, the model reads the reason', async ({ playground }) => {
  await playground.approval.deny('the shell is off limits today');
  await expect(playground.cards('Bash', 'denied')).toContainText('the shell is off limits today');
  await playground.approval.deny('nor files');
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('you said no');
});

test('always allowed by an edited rule, its like is not asked for again in the thread, nor elsewhere if so chosen', async ({
  playground,
}) => {
  await playground.approval.always('Bash(echo:*)');
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await playground.approval.always('Write(notes/**)');
  await playground.waitForEnd();
  await playground.show('Policy');
  await playground.policy.keepRule('allow', 'Write(notes/**)');
  await playground.run();
  await expect(playground.approval.card).toContainText('echo');
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
});

test('what was allowed always is revoked on the card of its call', async ({ playground }) => {
  await playground.approval.always('Bash(echo:*)');
  const card = playground.cards('Bash', 'succeeded');
  await expect(card).toContainText('Your rule Bash(echo:*) allows such calls.');
  await card.getByRole('button', { name: 'Revoke' }).click();
  await expect(card.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
  await playground.approval.deny('no files');
  await playground.waitForEnd();
  await playground.run();
  await expect(playground.approval.card).toContainText('echo');
});

test('an approval survives a reload', async ({ playground }) => {
  await playground.page.reload();
  await expect(playground.approval.card).toContainText('echo');
  await playground.approval.allow();
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
});

test('what a Write would change is shown before it is allowed, and is gone from the editor after', async ({
  playground,
}) => {
  await playground.approval.allow();
  await expect(playground.approval.card.getByRole('group', { name: 'Change' })).toContainText('+');
  await expect(playground.editor.tab(/hello\.md · proposed/)).toBeVisible();
  await expect(playground.editor.pane).toContainText('Not done yet');
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(playground.editor.tab(/proposed/)).toHaveCount(0);
  await expect(playground.file('hello.md, added')).toBeVisible();
});

test('a message while a call waits says first that it cancels it', async ({ playground, page }) => {
  await expect(page.getByText('cancels the call that waits')).toBeHidden();
  await page.getByRole('textbox', { name: 'Message' }).fill('Something else');
  await expect(page.getByText('Sending now cancels the call that waits for you.')).toBeVisible();
  await page.keyboard.press('Enter');
  await playground.waitForEnd();
  await expect(playground.cards('Bash', 'stopped')).toHaveCount(1);
});

test('a reason for denying is not lost in a reload', async ({ playground, page }) => {
  await playground.approval.card.getByRole('button', { name: /^Deny/ }).click();
  const field = playground.approval.card.getByRole('textbox', { name: 'Reason for denying' });
  await field.fill('Not before lunch');
  await page.reload();
  await expect(field).toHaveValue('Not before lunch');
  await field.press('Enter');
  await expect(playground.messages).toContainText('Not before lunch');
});
