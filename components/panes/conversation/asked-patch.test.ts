import { describe, expect, it } from 'vitest';
import { askedPatch } from './asked-patch';

describe('askedPatch', () => {
  it.each([
    ['Edit', { old_string: 'a\nb', new_string: 'c' }, '-a\n-b\n+c'],
    ['Write', { content: 'x\ny' }, '+x\n+y'],
    ['Edit', { old_string: 1 }, undefined],
    ['Bash', { content: 'x' }, undefined],
    ['Edit', null, undefined],
  ])('%s %o', (tool, input, patch) => expect(askedPatch(tool, input)).toBe(patch));
});
