import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPath, parsePath } from './path';

describe('paths', () => {
  it.each([
    [[], '$'],
    [['file_path'], '$.file_path'],
    [['items', 2, 'name'], '$.items[2].name'],
    [['odd "name"'], '$["odd \\"name\\""]'],
  ])('%j reads %s', (segments, path) => {
    expect(formatPath(segments)).toBe(path);
    expect(parsePath(path)).toEqual(segments);
  });

  it.each(['', 'a', '$a', '$.', '$[', '$[x]', '$..a', '$[1'])('%j is no path', (path) => {
    expect(parsePath(path)).toBeUndefined();
  });

  it('come back as they went', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.nat(),
            fc.string({ unit: fc.constantFrom('a', '1', '"', '\\', '\n', '.', '[', ']', 'ü', '\ud800') }),
          ),
        ),
        (segments) => {
          expect(parsePath(formatPath(segments))).toEqual(segments);
        },
      ),
      { seed: 7 },
    );
  });
});
