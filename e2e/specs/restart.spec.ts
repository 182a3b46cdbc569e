import { expect, GONE, test } from '../fixtures/own-server';

test('killed while it waits for results, the thread goes on @long', async ({ playground, server, faults }) => {
  faults.allow(GONE);
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(playground.approval.card).toBeVisible();
  await server.kill();
  await server.restart();
  await playground.approval.allow();
  await playground.approval.allow();
  await playground.waitForEnd();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
  await expect(playground.allCards).toHaveCount(2);
});

test('killed in the middle of a reply, the dead attempt is not shown twice @long', async ({
  playground,
  server,
  faults,
}) => {
  faults.allow(GONE);
  await playground.open({ scenario: 'long-reply', speed: 'fast' });
  await playground.run();
  await expect(playground.messages).toContainText('A tool is a promise');
  await server.kill();
  await server.restart();
  await expect(playground.messages).toContainText('an accident that takes its time', { timeout: 45_000 });
  await playground.waitForEnd();
  await expect(playground.messages.getByText('A tool is a promise')).toHaveCount(1);
});

test('killed and reloaded, every call has one result', async ({ playground, server, faults }) => {
  faults.allow(GONE);
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions', speed: 'fast' });
  await playground.run();
  await expect(playground.messages).toContainText('Now the tests');
  await server.kill();
  await server.restart();
  await playground.page.reload();
  await expect(playground.messages).toContainText('The tests are green.', { timeout: 45_000 });
  await playground.waitForEnd();
  await playground.expectAllResolved();
});
