import { expect, test } from '../fixtures/test';

test('the clock runs a command line and asks the agent, beside the conversation and after a reload', async ({
  playground,
  page,
}) => {
  await page.clock.install({ time: new Date('2026-05-01T12:00:10Z') });
  await playground.open({ scenario: 'cron' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('CronCreate', 'succeeded')).toHaveCount(2);

  await playground.show('State');
  await playground.stores.show('Schedule');
  const schedule = playground.stores.store('Schedule');
  const jobs = schedule.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
  await expect(jobs).toHaveCount(2);
  await expect(schedule).toContainText('pause while another one is');

  await page.clock.fastForward(60_000);
  await expect(jobs.first()).toContainText('succeeded');
  await expect(playground.messages.getByRole('group', { name: 'Schedule: Stamp' })).toContainText('succeeded');
  await expect(playground.file('stamps.txt, added')).toBeVisible();

  await page.clock.fastForward(60_000);
  await expect(playground.messages).toContainText('Said by the schedule');
  await expect(playground.messages).toContainText(/There are \d\./);

  await page.reload();
  await playground.ready();
  await playground.show('State');
  await playground.stores.show('Schedule');
  await expect(jobs).toHaveCount(2);
  await jobs.first().getByRole('button', { name: 'Run Stamp now' }).click();
  await expect(playground.messages.getByRole('group', { name: 'Schedule: Stamp' })).toContainText('succeeded');
  await jobs.first().getByRole('button', { name: 'Delete Stamp' }).click();
  await expect(jobs).toHaveCount(1);
});

test('a command line of the schedule is asked about like any call @long', async ({ playground, page }) => {
  await page.clock.install({ time: new Date('2026-05-01T12:00:10Z') });
  await playground.open({ scenario: 'cron', mode: 'default' });
  await playground.run();
  await playground.approval.allow();
  await playground.approval.allow();
  await playground.waitForEnd();
  await page.clock.fastForward(60_000);
  await expect(playground.approval.card).toContainText('Schedule: Stamp');
  await playground.approval.deny('not now');
  await expect(playground.messages.getByRole('group', { name: 'Schedule: Stamp' })).toContainText('failed');
});
