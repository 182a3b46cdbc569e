import { builtinTools } from '@/lib/tools/builtin';
import { expect, it } from 'vitest';
import { poolEntryView } from '../../fixtures/pool-entry-view';
import { filteredTools, NO_FILTER } from './filter';

const pool = builtinTools.map((tool) => poolEntryView(tool));
const names = (filter: Partial<typeof NO_FILTER>): string[] =>
  filteredTools(pool, { ...NO_FILTER, ...filter }, ({ name }) => (name === 'Bash' ? '执行命令' : '')).map(
    ({ name }) => name,
  );

it('finds tools by every word, by source, category and tier; all where nothing is asked', () => {
  expect(names({})).toHaveLength(pool.length);
  expect(names({ words: 'execute bash' })).toContain('Bash');
  expect(names({ words: 'execute bash' })).not.toContain('Read');
  expect(names({ words: '命令' })).toEqual(['Bash']);
  expect(names({ category: 'filesystem' })).toContain('Edit');
  expect(names({ category: 'filesystem' })).not.toContain('Bash');
  expect(names({ source: 'mcp' })).toEqual([]);
  const tiers = [...new Set(pool.map(({ tool }) => tool.tier))];
  expect(tiers.length).toBeGreaterThan(1);
  expect(tiers.flatMap((tier) => names({ tier })).toSorted()).toEqual(names({}).toSorted());
});
