import { expect, it } from 'vitest';
import { rank } from './rank';

const best = (search: string, names: readonly string[]): string | undefined =>
  names
    .map((name) => ({ name, score: rank(search, [name]) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)[0]?.name;

it.each([
  ['cart.ts', ['src/cart.ts', 'test/cart.test.ts', 'Copy a link to this thread'], 'src/cart.ts'],
  ['cart', ['test/cart.test.ts', 'src/cart.ts', 'Scenario: By the clock'], 'src/cart.ts'],
  ['stop', ['Settings', 'Show or hide the files', 'Stop'], 'Stop'],
  ['read', ['Retry after an error', 'Tool: Read', 'README.md', 'Read'], 'Read'],
  ['set', ['Reset the files…', 'Settings'], 'Settings'],
  ['pol', ['Copy a link', 'Policy: what may run'], 'Policy: what may run'],
  ['set', ['Settings', 'Set the theme'], 'Set the theme'],
  ['工具', ['新工具箱', '查看工具', '工具：每个工具都有可调用的表单', '工具'], '工具'],
  ['会话', ['新会话', '复制此会话的链接', '会话列表…'], '会话列表…'],
  ['tst', ['Threads in this browser…', 'Fix the test'], 'Fix the test'],
])('“%s” of %j finds first %s', (search, names, expected) => {
  expect(best(search, names)).toBe(expected);
});

it('finds what is said about an item by its words, not by letters here and there', () => {
  const about = ['WebFetch', 'Reads a web page, and answers a question about it.', 'Tool'];
  expect(rank('question', about)).toBeGreaterThan(0);
  expect(rank('web page', about)).toBeGreaterThan(0);
  expect(rank('test', about)).toBe(0);
});

it.each(['zzz', '😀', '.*(', '—', '  ?  '])('finds nothing where “%s” is not there', (search) => {
  expect(rank(search, ['Settings', 'Page', 'What the page shows.'])).toBe(0);
});
