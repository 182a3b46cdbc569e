import { expect, test } from '../fixtures/test';

test('validation: each fault is told with its place, and the next call is right', async ({ playground }) => {
  await playground.open({ scenario: 'validation' });
  await playground.run();
  await playground.waitForEnd();
  const refused = playground.cards('Grep', 'invalid');
  await refused.getByRole('button').first().click();
  const told = refused.getByRole('group', { name: 'What the model was told' });
  await expect(told).toContainText('outputMode');
  await expect(told).toContainText('head_limit');
  await expect(playground.cards('Grep', 'succeeded')).toHaveCount(1);
  await expect(playground.messages).toContainText('Two faults cost one turn');
});

test('an ambiguous edit: nothing changes, both lines are named, and one of them is meant @long', async ({
  playground,
}) => {
  await playground.open({ scenario: 'ambiguous-edit' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('Edit', 'failed')).toContainText('TEXT_MULTIPLE_MATCHES');
  await expect(playground.cards('Edit', 'succeeded')).toHaveCount(1);
  await expect(playground.messages).toContainText('the other is as it was');
});

test('parallel reads and a barrier: three side by side, the write alone, the read after it @long', async ({
  playground,
}) => {
  await playground.open({ scenario: 'parallel' });
  await playground.run();
  await playground.waitForEnd();
  const together = playground.messages.getByRole('group', { name: /together/ });
  await expect(together.getByRole('article')).toHaveCount(3);
  await expect(playground.cards('Read', 'succeeded')).toHaveCount(4);
  await expect(playground.messages).toContainText('it is a barrier');
});

/** The unit tests read the other dialects with the same scenario. */
for (const dialect of ['json', 'dsml @long', 'glm @long']) {
  test(`calls written as text, and what stands in a fence is none: ${dialect}`, async ({ playground }) => {
    await playground.page.goto(`/?scenario=dialects&speed=instant&toolMode=prompt&dialect=${dialect.split(' ')[0]}`);
    await playground.ready();
    await playground.run();
    await playground.waitForEnd();
    await expect(playground.allCards).toHaveCount(4);
    await expect(playground.cards('Delete', 'succeeded')).toHaveCount(0);
    await expect(playground.messages).toContainText('Intact. Choose another dialect');
    await playground.expectAllResolved();
  });
}
