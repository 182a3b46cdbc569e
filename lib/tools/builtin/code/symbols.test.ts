import { describe, expect, it } from 'vitest';
import { identifierWords, rankSymbols } from './rank-symbols';
import { MAYBE_SYMBOL, symbolIn } from './symbol-lines';

const LINES: [string, string, string, string][] = [
  ['a.ts', 'export async function* lineTotal<T>(', 'lineTotal', 'function'],
  ['a.tsx', 'export default class Cart extends Base {', 'Cart', 'class'],
  ['a.mts', 'export type Rate = number;', 'Rate', 'type'],
  ['a.js', 'const RATES = {', 'RATES', 'const'],
  ['a.py', '    async def line_total(self):', 'line_total', 'def'],
  ['a.go', 'func (c *Cart) Total() int {', 'Total', 'func'],
  ['a.rs', 'pub(crate) async fn line_total() {', 'line_total', 'fn'],
  ['a.rs', 'macro_rules! rate {', 'rate', 'macro'],
  ['A.java', 'public final class Cart {', 'Cart', 'class'],
  ['a.kt', 'suspend fun total(): Int', 'total', 'fun'],
  ['a.rb', '  def self.total?', 'total?', 'def'],
  ['a.c', 'static int line_total(const struct cart *c)', 'line_total', 'function'],
  ['a.h', '#define RATE 7', 'RATE', 'define'],
  ['a.sh', 'build_all() {', 'build_all', 'function'],
  ['a.sql', 'CREATE TABLE IF NOT EXISTS carts (', 'carts', 'table'],
  ['a.md', '## How prices are rounded', 'How prices are rounded', 'heading'],
];

describe('a line that defines something', () => {
  it.each(LINES)('%s: %s', (path, line, name, kind) => {
    expect(symbolIn(path, line)).toEqual({ name, kind });
    expect(line).toMatch(new RegExp(MAYBE_SYMBOL));
  });

  it.each([
    ['a.ts', '  const local = 1;'],
    ['a.ts', 'return function () {}'],
    ['a.py', 'print("def x")'],
    ['a.c', 'return total(1)'],
    ['a.txt', 'class Cart'],
  ])('is not %s: %s', (path, line) => {
    expect(symbolIn(path, line)).toBeUndefined();
  });
});

describe('ranking', () => {
  it('knows the words in a name', () => {
    expect(identifierWords('parseHTTPDate line_total x2')).toEqual(
      'parse HTTP Date parseHTTPDate line total line_total x2'.split(' '),
    );
  });

  it('puts a name before its line, and its line before its path', async () => {
    const symbol = (name: string, text: string, path: string) => ({ name, text, path, kind: 'function', line: 1 });
    const symbols = [
      symbol('other', 'function other() {', 'src/price/other.ts'),
      symbol('helper', 'function helper(price: number) {', 'src/a.ts'),
      symbol('round_price', 'def round_price():', 'src/b.py'),
    ];
    expect((await rankSymbols(symbols, 'price')).map(({ name }) => name)).toEqual(['round_price', 'helper', 'other']);
    expect((await rankSymbols(symbols, 'roundPrice'))[0]?.name).toBe('round_price');
    expect(await rankSymbols(symbols, 'nothing')).toEqual([]);
  });
});
