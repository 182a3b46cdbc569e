import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdits, columnBefore } from './apply-edits';
import type { SourceEdit } from './await-edits';

const MARK = '\u2020';

it('tells where each character that is left was before', () => {
  const lines = fc.array(fc.stringMatching(/^[a-z ]{0,12}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      lines,
      fc.array(fc.nat(60)),
      fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }),
      (all, places, lengths) => {
        const source = all.join('\n');
        const starts = [...new Set(places.map((at) => at % (source.length + 1)))].sort((a, b) => a - b);
        const edits = starts.map((start, index): SourceEdit => {
          const next = starts[index + 1] ?? source.length;
          const line = source.indexOf('\n', start);
          const end = Math.min(next, line < 0 ? source.length : line, start + (lengths[index % 8] ?? 0));
          return [start, end, MARK.repeat(lengths[(index + 3) % 8] ?? 0)];
        });
        const { code, shifts } = applyEdits(source, edits);
        const before = source.split('\n');
        for (const [row, text] of code.split('\n').entries())
          for (const [column, character] of Array.from(text).entries())
            if (character !== MARK)
              expect(before[row]?.[columnBefore(shifts, row + 1, column + 1) - 1]).toBe(character);
      },
    ),
  );
});

it('puts what closes before what opens at the same place', () => {
  const edits: SourceEdit[] = [
    [1, 1, '{'],
    [1, 1, ')'],
  ];
  expect(applyEdits('ab', edits).code).toBe('a){b');
});
