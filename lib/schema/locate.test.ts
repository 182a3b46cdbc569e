import { describe, expect, it } from 'vitest';
import { locate } from './locate';

const text = `{
  "Path": "src/cart.ts",
  "items": [
    { "name": "a", "list": [1, 2] },
    { "odd name": true }
  ],
  "twice": 1, "twice": 2
}`;

/** The text inside a range, so that the table reads as what an editor would underline. */
function marked(source: string, path: string): string | undefined {
  const range = locate(source, path);
  if (!range) return undefined;
  const lines = source.split('\n');
  const offset = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  return source.slice(offset(range.line, range.column), offset(range.endLine, range.endColumn));
}

describe('locate', () => {
  it.each([
    ['$.Path', '"Path": "src/cart.ts"'],
    ['$.items', '"items"'],
    ['$.items[0].name', '"name": "a"'],
    ['$.items[0].list[1]', '2'],
    ['$.items[1]["odd name"]', '"odd name": true'],
    ['$.twice', '"twice": 2'],
    ['$.file_path', '{'],
    ['$.items[1].name', '{'],
    ['$', text],
  ])('%s marks %s', (path, expected) => {
    expect(marked(text, path)).toBe(expected);
  });

  it('gives lines and columns from 1', () => {
    expect(locate(text, '$.Path')).toEqual({ line: 2, column: 3, endLine: 2, endColumn: 24 });
    expect(locate(text, '$.file_path')).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 2 });
    expect(locate(text, '$.items[1].name')).toEqual({ line: 5, column: 5, endLine: 5, endColumn: 6 });
  });

  it.each([
    ['', '$.a'],
    ['{"a": 1}', '$.b.c'],
    ['{"a": 1}', 'a'],
  ])('%j has no place %s', (source, path) => {
    expect(locate(source, path)).toBeUndefined();
  });

  it('gives up on text nested too deep', () => {
    expect(locate('['.repeat(100_000), '$[0]')).toBeUndefined();
  });

  it('finds its place in text that is cut short', () => {
    expect(marked('{"a": 1, "b": "unfini', '$.a')).toBe('"a": 1');
  });
});
