import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numRuns, patience } from './testing/cases';
import { truncate, truncateTo } from './truncate';

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

it('keeps to a number of bytes, too, with one notice that counts everything', patience, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.constantFrom('x', 'é', '漢', '😀', 'a漢'),
      fc.integer({ min: 100, max: 4000 }),
      (count, unit, maxBytes) => {
        const text = unit.repeat(count);
        const { text: shown, omitted } = truncateTo(text, 2000, maxBytes);
        expect(new TextEncoder().encode(shown).length).toBeLessThanOrEqual(maxBytes);
        const notices = [...shown.matchAll(/\[… ([\d,]+) characters left out …\]/g)];
        expect(notices.map(([, number]) => Number(number?.replace(',', '')))).toEqual(omitted === 0 ? [] : [omitted]);
        const left = shown.replace(/\n\n\[… [\d,]+ characters left out …\]\n\n/, '');
        expect(left.length + omitted).toBe(text.length);
      },
    ),
    { numRuns: numRuns(300), seed: 4 },
  );
});

it('uses the bytes it has', () => {
  const { text } = truncateTo('漢'.repeat(100_000), 100_000, 60_000);
  expect(new TextEncoder().encode(text).length).toBeGreaterThan(59_990);
});
