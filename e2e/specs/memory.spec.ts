import { expect, test } from '../fixtures/test';

test('what one conversation found out, the next one knows, after a reload too; a person may forget it', async ({
  playground,
}) => {
  await playground.open({ scenario: 'memory' });
  await playground.run();
  await playground.waitForEnd();
  for (const tool of ['MemoryRecall', 'KnowledgeIngest', 'KnowledgeSearch', 'MemoryStore']) {
    await expect(playground.cards(tool, 'succeeded')).toHaveCount(1);
  }

  await playground.open({ scenario: 'memory', pane: 'stores', store: 'memory' });
  const { stores } = playground;
  const memories = stores.store('Memory').getByRole('list', { name: 'Memories' }).getByRole('listitem');
  await expect(memories).toHaveCount(1);
  await playground.run();
  await expect(playground.messages).toContainText('I already knew that');
  await expect(playground.allCards).toHaveCount(1);

  await playground.show('State');
  await stores.show('Memory');
  const search = stores.store('Memory').getByRole('searchbox');
  await search.fill('deploys');
  await expect(memories).toHaveCount(0);
  await search.fill('rounded');
  await expect(memories).toHaveCount(1);
  await search.fill('');
  await memories.getByRole('button', { name: /^Forget/ }).click();
  await expect(memories).toHaveCount(0);
  await stores.store('Memory').getByRole('button', { name: 'Undo' }).click();
  await expect(memories).toContainText('half up');
});

test('a document that was taken in is listed, and can be removed @long', async ({ playground }) => {
  await playground.open({ scenario: 'memory' });
  await playground.run();
  await playground.waitForEnd();
  await playground.show('State');
  await playground.stores.show('Knowledge');
  const knowledge = playground.stores.store('Knowledge');
  await expect(knowledge.getByRole('list', { name: 'Documents' })).toContainText('docs/prices.md');
  await knowledge.getByRole('button', { name: 'Remove prices.md' }).click();
  await expect(knowledge).toContainText('No documents yet');
});
