import { describe, expect, it } from 'vitest';
import { changeMark, whoChanged } from './who-changed';

describe('who changed a file', () => {
  it.each([
    [['c1'], undefined, '1 call', 'modified'],
    [['c1', 'c2'], 1, '2 calls and you', 'modified also by you'],
    [[], 2, 'you', 'modified by you'],
  ])('%o and %o saves: %s', (callIds, saves, words, mark) => {
    const by = { callIds, ...(saves !== undefined && { saves }) };
    expect(whoChanged(by)).toBe(words);
    expect(changeMark({ change: 'modify', ...by })).toEqual({ letter: 'M', words: mark });
  });
});
