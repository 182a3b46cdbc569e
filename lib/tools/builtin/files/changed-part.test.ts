import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns } from '../../testing/cases';
import { changedPart } from './changed-part';
import { fileDiff } from './file-diff';

const line = fc.constantFrom('a', 'b', 'c', '', 'same', '👍');
const text = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.boolean())
  .map(([lines, end]) => lines.join('\n') + (end ? '\n' : ''));

describe('the part in which two texts differ', () => {
  it('and what is around it make up both texts', () => {
    fc.assert(
      fc.property(text, text, text, text, (head, one, other, tail) => {
        const [before, after] = [head + one + tail, head + other + tail];
        const part = changedPart(before, after);
        const start = before.split('\n').slice(0, part.linesBefore).join('\n').length + (part.linesBefore > 0 ? 1 : 0);
        const end = before.length - start - part.before.length;
        expect(before.slice(start, start + part.before.length)).toBe(part.before);
        expect(before.slice(0, start) + part.after + before.slice(before.length - end)).toBe(after);
      }),
      { numRuns: numRuns(300), seed: 5 },
    );
  });

  it('has the same diff, counted and numbered as in the whole', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (head, one, other, tail) => {
        const [before, after] = [head + one + tail, head + other + tail];
        const { patch, added, removed } = await fileDiff(undefined, { path: 'f', before, after });
        const lines = structuredPatch('f', 'f', before, after).hunks.flatMap((hunk) => hunk.lines);
        const net =
          lines.filter((each) => each.startsWith('+')).length - lines.filter((each) => each.startsWith('-')).length;
        expect(added - removed).toBe(net);
        for (const [, old, now] of patch.matchAll(/^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@$/gm)) {
          const [first = ''] = patch
            .slice(patch.indexOf(`-${old}`))
            .split('\n')
            .slice(1);
          const side = first.startsWith('+') ? after.split('\n')[Number(now) - 1] : before.split('\n')[Number(old) - 1];
          expect(first.slice(1)).toBe(side);
        }
      }),
      { numRuns: numRuns(200), seed: 6 },
    );
  });
});
