import { expect, test } from '../fixtures/test';

test('a mode chosen in one scenario does not go on into the next, and a thread has its own again @long', async ({
  playground,
  page,
}) => {
  const mode = page.getByRole('banner').getByRole('combobox', { name: 'Permissions' });
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await playground.approval.allow();
  await playground.approval.allow();
  await playground.waitForEnd();
  await mode.selectOption('plan');
  const thread = await playground.link();
  await page.reload();
  await expect(mode).toHaveValue('plan');
  await playground.waitForEnd();
  await playground.chooseScenario('Arguments that do not fit');
  await expect(mode).toHaveValue('default');
  await page.goto(thread);
  await expect(mode).toHaveValue('plan');
});

test('what is always allowed in one thread is asked about in the next', async ({ playground }) => {
  await playground.open({ scenario: 'ask-first' });
  await playground.run();
  await expect(playground.cards('Bash', 'waiting for you')).toHaveCount(1);
  await playground.approval.always();
  await expect(playground.cards('Bash', 'succeeded')).toHaveCount(1);
  await playground.approval.allow();
  await playground.waitForEnd();
  await playground.run();
  await expect(playground.cards('Bash', 'waiting for you')).toHaveCount(1);
});

test('the jobs of a thread wait while another one is open, and write nothing into it', async ({ playground, page }) => {
  await page.clock.install({ time: new Date('2026-05-01T12:00:10Z') });
  await playground.open({ scenario: 'cron' });
  await playground.run();
  await playground.waitForEnd();
  const thread = await playground.link();
  await playground.chooseScenario('Arguments that do not fit');
  await playground.run();
  await expect(playground.cards('Grep', 'succeeded')).toHaveCount(1);
  await playground.waitForEnd();
  await page.clock.fastForward(150_000);
  // Whatever the clock started would have to finish before this.
  await playground.say('Where is taxRate used?');
  await expect(playground.cards('Grep', 'succeeded')).toHaveCount(2);
  await playground.waitForEnd();
  await expect(playground.messages).not.toContainText('Said by the schedule');
  await expect(playground.messages.getByRole('group', { name: /^Schedule: / })).toHaveCount(0);
  await expect(playground.file(/^stamps\.txt/)).toHaveCount(0);

  await page.goto(thread);
  await playground.ready();
  await playground.show('State');
  await playground.stores.show('Schedule');
  await expect(
    playground.stores.store('Schedule').getByRole('list', { name: 'Jobs' }).getByRole('listitem'),
  ).toHaveCount(2);
});
