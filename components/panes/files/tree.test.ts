import type { DirEntry } from '@/lib/ports';
import { describe, expect, it } from 'vitest';
import { inOrder, moveTo, treeRows } from './tree';

const file = (name: string): DirEntry => ({ name, type: 'file' });
const folder = (name: string): DirEntry => ({ name, type: 'directory' });

describe('inOrder', () => {
  it('puts folders first and counts numbers as numbers', () => {
    const names = inOrder([file('b10'), file('B2'), folder('z'), file('a')]).map(({ name }) => name);
    expect(names).toEqual(['z', 'a', 'B2', 'b10']);
  });
});

const entries = new Map([
  ['/p', [folder('src'), file('README.md')]],
  ['/p/src', [file('cart.ts')]],
]);

describe('treeRows', () => {
  it.each([
    ['closed', [], ['0 /p/src', '0 /p/README.md']],
    ['open', ['/p/src'], ['0 /p/src', '1 /p/src/cart.ts', '0 /p/README.md']],
    ['open but gone', ['/p/lib'], ['0 /p/src', '0 /p/README.md']],
  ])('%s', (_, open, lines) => {
    expect(treeRows('/p', entries, new Set(open)).map(({ depth, path }) => `${depth} ${path}`)).toEqual(lines);
  });
});

describe('moveTo', () => {
  const rows = treeRows('/p', entries, new Set(['/p/src']));
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 2],
    ['ArrowUp', 0, 0],
    ['End', 0, 2],
    ['Home', 2, 0],
    ['ArrowLeft', 1, 0],
    ['ArrowLeft', 2, undefined],
    ['x', 0, undefined],
  ])('%s from %d → %s', (key, from, to) => {
    expect(moveTo(rows, from, key)).toBe(to);
  });
});
