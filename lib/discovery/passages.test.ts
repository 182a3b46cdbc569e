import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns } from '@/lib/tools/testing/cases';
import { PASSAGE_CHARACTERS, passagesOf } from './passages';

const long = (words: number): string => Array.from({ length: words }, (_, at) => `word${at}`).join(' ');

describe('passages', () => {
  it('keep short paragraphs together, and know the heading they stand under', () => {
    const text = 'Before.\n\n# Rates\nReduced is 7 %.\n\nStandard is 19 %.\n\n## Rounding\r\n\r\nHalf up.';
    expect(passagesOf(text)).toEqual([
      { text: 'Before.' },
      { text: '# Rates\nReduced is 7 %.\n\nStandard is 19 %.', section: 'Rates' },
      { text: '## Rounding\n\nHalf up.', section: 'Rounding' },
    ]);
  });

  it('begin anew where no more fits', () => {
    const one = long(100);
    const two = long(80);
    expect(passagesOf(`${one}\n\n${two}`).map(({ text }) => text)).toEqual([one, two]);
  });

  it.each([
    ['at a space', long(400)],
    ['at the end of a line', `${long(50)}\n`.repeat(8)],
    ['in a word that never ends, but in no character', `x${'😀'.repeat(1500)}`],
  ])('cut a long paragraph %s', (_where, text) => {
    const passages = passagesOf(text);
    expect(passages.length).toBeGreaterThan(1);
    const bare = (value: string) => value.replaceAll(/\s/g, '');
    expect(bare(passages.map((passage) => passage.text).join(''))).toBe(bare(text));
    for (const passage of passages) expect(passage.text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  });

  it('lose nothing but white space, and are never too long', () => {
    const text = fc.array(fc.oneof(fc.string(), fc.constant('\n\n'), fc.constant('\n# x\n'), fc.constant(long(90))));
    fc.assert(
      fc.property(text, (parts) => {
        const all = parts.join('');
        const passages = passagesOf(all);
        const bare = (value: string) => value.replaceAll(/\s/g, '');
        expect(bare(passages.map((passage) => passage.text).join(''))).toBe(bare(all));
        expect(Math.max(0, ...passages.map((passage) => passage.text.length))).toBeLessThanOrEqual(PASSAGE_CHARACTERS);
      }),
      { numRuns: numRuns(100) },
    );
  });
});
