import { expect, test } from '../fixtures/test';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('from a click to a green test', async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await playground.page.getByRole('button', { name: 'Run “Fix the failing test”' }).click();
  await playground.waitForEnd();

  await expect(playground.cards('Read', 'succeeded')).toHaveCount(3);
  await expect(playground.messages.getByRole('group', { name: /together/ }).getByRole('article')).toHaveCount(3);
  await expect(playground.cards('Bash', 'failed')).toHaveCount(1);
  await expect(playground.cards('Edit', 'invalid')).toHaveCount(1);
  await expect(playground.cards('Edit', 'failed')).toContainText('TEXT_MULTIPLE_MATCHES');
  await expect(playground.cards('Edit', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await expect(playground.messages).toContainText('The tests are green.');
  await expect(playground.file('cart.ts, modified')).toBeVisible();
});

test('it can be run again, in a new thread with the project as it was @long', async ({ playground }) => {
  await playground.play('ambiguous-edit');
  await playground.link();
  const first = playground.thread;
  await playground.run();
  await expect.poll(() => playground.thread).not.toBe(first);
  await playground.waitForEnd();
  await expect(playground.cards('Edit', 'failed')).toHaveCount(1);
  await expect(playground.cards('Edit', 'succeeded')).toHaveCount(1);
});

test('the guide answers a typed prompt', async ({ playground }) => {
  await playground.open();
  await playground.say('Grep for taxRate');
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('Call Grep with {');
  await expect(playground.messages).not.toContainText('Fix the failing test');
  await playground.say('scenarios');
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('Fix the failing test');
  await expect(playground.allCards).toHaveCount(0);
});
