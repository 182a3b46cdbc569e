import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numRuns } from '@/lib/tools/testing/cases';
import { searchPattern } from './pattern';
import { scanText } from './scan';
import { searchParts } from './search-file';
import type { SearchSource } from './source';
import { searchText } from './text';

it('a file in parts is found as the whole of it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('x', 'match', 'a match b', '', '👍'), { maxLength: 40 }),
      fc.boolean(),
      fc.nat({ max: 3 }),
      fc.nat({ max: 3 }),
      fc.integer({ min: 8, max: 40 }),
      fc.integer({ min: 1, max: 50 }),
      (lines, end, before, after, partBytes, limit) => {
        const bytes = new TextEncoder().encode(lines.join('\n') + (end ? '\n' : ''));
        const source: SearchSource = {
          list: () => [],
          read: () => bytes,
          readPart: (_path, offset, length) => bytes.subarray(offset, offset + length),
          stat: () => ({ type: 'file', size: bytes.length, mtimeMs: 0 }),
        };
        const query = { pattern: 'match', path: '/f', before, after, maxMatches: 100, maxFileSize: 0 };
        const pattern = searchPattern(query);
        const text = searchText(bytes);
        const whole = text && scanText(text, query, pattern, limit);
        const parts = searchParts(source, '/f', bytes.length, query, pattern, limit, partBytes);
        expect(parts?.matches).toBe(whole?.matches);
        if ((whole?.matches ?? 0) < limit) expect(parts?.lines).toEqual(whole?.lines);
      },
    ),
    { numRuns: numRuns(500), seed: 8 },
  );
});
