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

  await playground.show('Stores');
  await playground.stores.show('Timetable');
  const timetable = playground.stores.store('Timetable');
  const jobs = timetable.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
  await expect(jobs).toHaveCount(2);
  await expect(timetable).toContainText('pause while another one is');

  await page.clock.fastForward(60_000);
  await expect(jobs.first()).toContainText('succeeded');
  await expect(playground.messages.getByRole('group', { name: 'Timetable: Stamp' })).toContainText('succeeded');
  await expect(playground.file('stamps.txt')).toBeVisible();

  await page.clock.fastForward(60_000);
  await expect(playground.messages).toContainText('Said by the timetable');
  await expect(playground.messages).toContainText(/There are \d\./);

  await page.reload();
  await playground.ready();
  await playground.show('Stores');
  await playground.stores.show('Timetable');
  await expect(jobs).toHaveCount(2);
  await jobs.first().getByRole('button', { name: 'Run Stamp now' }).click();
  await expect(playground.messages.getByRole('group', { name: 'Timetable: Stamp' })).toContainText('succeeded');
  await jobs.first().getByRole('button', { name: 'Delete Stamp' }).click();
  await expect(jobs).toHaveCount(1);
});

test('a command line of the timetable is asked about like any call @long', async ({ playground, page }) => {
  await page.clock.install({ time: new Date('2026-05-01T12:00:10Z') });
  await playground.open({ scenario: 'cron', mode: 'default' });
  await playground.run();
  await playground.approval.allow();
  await playground.approval.allow();
  await playground.waitForEnd();
  await page.clock.fastForward(60_000);
  await expect(playground.approval.card).toContainText('Timetable: Stamp');
  await playground.approval.deny('not now');
  await expect(playground.messages.getByRole('group', { name: 'Timetable: Stamp' })).toContainText('failed');
});
