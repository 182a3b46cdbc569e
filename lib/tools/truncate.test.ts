import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numRuns, patience } from './testing/cases';
import { truncate } from './truncate';

it('leaves a text that fits as it is', () => {
  expect(truncate('x'.repeat(100), 100)).toEqual({ text: 'x'.repeat(100), omitted: 0 });
});

it('keeps head and tail, says what is left out, and breaks no character', patience, () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 30, maxLength: 200 }),
      fc.integer({ min: 4, max: 29 }),
      (text, limit) => {
        const { text: shown, omitted } = truncate(text, limit);
        const [head = '', tail = ''] = shown.split(/\n\n\[… \d+ characters left out …\]\n\n/);
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect(head.length + tail.length + omitted).toBe(text.length);
        expect(shown.isWellFormed()).toBe(true);
      },
    ),
    { numRuns: numRuns(500), seed: 2 },
  );
});
