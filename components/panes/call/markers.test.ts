import { describe, expect, it } from 'vitest';
import { laidOut, markersOf } from './markers';

const issue = (path: string) => ({ path, expected: 'absent', received: '"a"', message: `fix ${path}` });

describe('laidOut', () => {
  it.each([
    ['{"a":1}', '{\n  "a": 1\n}'],
    ['{"a":', '{"a":'],
    ['', ''],
  ])('%s', (args, text) => expect(laidOut(args)).toBe(text));
});

describe('markersOf', () => {
  it('marks the field of an issue, and the object a missing field should be in', () => {
    const markers = markersOf(laidOut('{"Path":"a"}'), [issue('$.Path'), issue('$.file_path')]);
    expect(markers.map(({ line, column, message }) => [line, column, message])).toEqual([
      [2, 3, 'fix $.Path'],
      [1, 1, 'fix $.file_path'],
    ]);
  });

  it('marks nothing in text that is not JSON', () => {
    expect(markersOf('not json', [issue('$.Path')])).toEqual([]);
  });
});
