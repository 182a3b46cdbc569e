import { record, replay } from '../fixtures/cassettes';
import type { Cassette } from '../../lib/protocol';
import { expect, test } from '../fixtures/test';
import { CassetteDialog } from '../pages/cassette-dialog';
import type { Playground } from '../pages/playground';

const cardsOf = (playground: Playground): Promise<string[]> =>
  playground.allCards.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''));

test('a run is saved, and replays as it was: the same calls, the same results, the same end', async ({
  playground,
  page,
}) => {
  await playground.play('fix-the-test');
  await playground.say('What is the weather?');
  await playground.waitForEnd();
  await playground.expectAllResolved();
  const cards = await cardsOf(playground);
  const first = playground.thread;
  const cassette = await record(playground);
  expect(cassette.entries.filter(({ kind }) => kind === 'said')).toHaveLength(2);

  await replay(playground, cassette);
  await expect.poll(() => playground.thread).not.toBe(first);
  await expect(playground.messages.getByRole('note', { name: 'Replay' })).toContainText(
    /(\d+) of \1 turns.*all as recorded/,
  );
  await playground.waitForEnd();
  await expect.poll(() => cardsOf(playground)).toEqual(cards);
  await expect(playground.messages).toContainText('The tests are green.');
  await expect(playground.messages).toContainText('What is the weather?');
  await page.reload();
  await expect(playground.messages.getByRole('note', { name: 'Replay' })).toContainText('all as recorded');
});

test('a replay that departs from its recording shows where, with both sides @long', async ({ playground }) => {
  await playground.play('rate-limit');
  const cassette = await record(playground);
  const changed = cassette.entries.map((entry) =>
    entry.kind === 'result' && entry.error === 'RATE_LIMITED'
      ? { ...entry, text: 'All of it', error: undefined }
      : entry,
  );
  await replay(playground, { ...cassette, entries: changed });
  const divergence = playground.messages.getByRole('region', { name: 'Divergence' });
  await expect(divergence).toHaveCount(1);
  await expect(divergence.getByRole('group', { name: 'Recorded', exact: true })).toContainText('All of it');
  await expect(divergence.getByRole('group', { name: 'Now', exact: true })).toContainText('RATE_LIMITED');
  await playground.waitForEnd();
  await playground.expectAllResolved();
});

test('sub-agents replay with the thread that they work for; where a tool of theirs answers otherwise, it shows @long', async ({
  playground,
}) => {
  await playground.open({ scenario: 'sub-agents' });
  await playground.run();
  await playground.waitForEnd();
  const cassette = await record(playground);
  expect(cassette.agents?.map(({ parent }) => parent)).toEqual(['main', 'main', 'main']);

  await replay(playground, cassette);
  await expect(playground.messages.getByRole('note', { name: 'Replay' })).toContainText(
    /(\d+) of \1 turns.*all as recorded/,
  );
  await playground.waitForEnd();
  await expect(playground.cards('Agent', 'succeeded')).toHaveCount(3);
  const mender = await playground.agents.open('mender');
  await expect(mender.getByRole('article', { name: 'Edit, succeeded' })).toBeVisible();

  const changed = cassette.agents?.map((agent) => ({
    ...agent,
    entries: agent.entries.map((entry) => (entry.kind === 'result' ? { ...entry, text: 'Otherwise' } : entry)),
  }));
  await replay(playground, { ...cassette, agents: changed?.slice(0, 1).concat(cassette.agents?.slice(1) ?? []) });
  const divergence = playground.messages.getByRole('region', { name: 'Divergence' });
  await expect(divergence).toContainText('In the conversation of agent-1');
  await expect(divergence.getByRole('group', { name: 'Recorded', exact: true })).toContainText('Otherwise');
  await playground.waitForEnd();
  await playground.expectAllResolved();
});

test('an agent in the background replays: who hears what of whom, and when, is as it was recorded @long', async ({
  playground,
}) => {
  await playground.open({ scenario: 'background-agent' });
  await playground.run();
  await expect(playground.messages).toContainText('The scout reported while nobody was waiting for it', {
    timeout: 90_000,
  });
  await playground.waitForEnd();
  const cassette = await record(playground);
  expect(cassette.entries.filter((entry) => entry.kind === 'said').map(({ from }) => from)).toEqual([
    undefined,
    'scout',
  ]);

  await replay(playground, cassette);
  const line = playground.messages.getByRole('note', { name: 'Replay' });
  await expect(playground.messages).toContainText('The scout reported while nobody was waiting for it', {
    timeout: 90_000,
  });
  await expect(line).toContainText(/(\d+) of \1 turns.*all as recorded\.$/);
  const again = await record(playground);
  const spoken = ({ entries, agents }: Cassette) =>
    [entries, agents?.[0]?.entries ?? []].map((all) =>
      all.map((entry) => (entry.kind === 'said' ? [entry.kind, entry.from] : [entry.kind])),
    );
  expect(spoken(again)).toEqual(spoken(cassette));

  const other = cassette.entries.map((entry) =>
    entry.kind === 'said' && entry.from ? { ...entry, from: 'nobody' } : entry,
  );
  await replay(playground, { ...cassette, entries: other });
  await expect(line).toContainText('Next: a message from nobody.');
});

test('a file that is no cassette is refused with the reason, chosen or dropped @long', async ({ playground, page }) => {
  const dialog = new CassetteDialog(page);
  await playground.open();
  await playground.command('Replay or save a cassette…');
  await dialog.choose('{"toolyard":"cassette","version":9}');
  await expect(dialog.fault).toContainText('version 9');
  await page.keyboard.press('Escape');
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['no'], 'notes.json'));
    return data;
  });
  await page.getByRole('banner').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(dialog.fault).toContainText('notes.json cannot be replayed. It is not JSON.');
});
