import { expect, test } from '../fixtures/test';

test('reloaded in the middle of a reply, the page catches up', async ({ playground }) => {
  await playground.open({ scenario: 'long-reply', speed: 'fast' });
  await playground.run();
  await expect(playground.messages).toContainText('A tool is a promise');
  await playground.page.reload();
  await expect(playground.messages).toContainText('an accident that takes its time', { timeout: 40_000 });
  await playground.waitForEnd();
  await expect(playground.messages.getByText('A tool is a promise')).toHaveCount(1);
});

test('reloaded while a tool runs, the call is reported as stopped and the thread goes on', async ({ playground }) => {
  await playground.open({ scenario: 'endless-loop', mode: 'bypassPermissions' });
  await playground.run();
  await expect(playground.cards('Bash', 'failed')).toContainText('TIMEOUT', { timeout: 20_000 });
  await expect(playground.cards('Bash', 'running')).toHaveCount(1);
  await playground.page.reload();
  await playground.waitForEnd();
  await expect(playground.allCards).toHaveCount(2);
  await expect(playground.cards('Bash', 'stopped')).toHaveCount(1);
});

test('reloaded again and again, every call has one result', async ({ playground }) => {
  test.slow();
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions', speed: 'fast' });
  await playground.run();
  for (const text of ["I'll look at the test", 'Now the tests', 'The field is called']) {
    await expect(playground.messages).toContainText(text, { timeout: 30_000 });
    await playground.page.reload();
  }
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('The tests are green.');
  await playground.expectAllResolved();
});

test('the workspace comes back', async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await playground.run();
  await playground.waitForEnd();
  await playground.page.reload();
  await playground.file('cart.ts, modified').click();
  await expect(playground.editor.pane).toContainText('round(net');
});
