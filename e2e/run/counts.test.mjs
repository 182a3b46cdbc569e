import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countsOf, playwrightCounts, sum, vitestCounts } from './counts.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolyard-counts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('countsOf', () => {
  const vitest = (/** @type {number} */ passed, /** @type {number} */ failed) =>
    JSON.stringify({ numPassedTests: passed, numFailedTests: failed });

  it.each([
    ['passing', 0, vitest(3, 0), { passed: 3, failed: 0 }],
    ['failing', 1, vitest(3, 2), { passed: 3, failed: 2 }],
    ['ended badly though no test failed', 1, vitest(3, 0), { passed: 3, failed: 1 }],
    ['with an unreadable report', 0, '{', { passed: 0, failed: 1 }],
    ['with another report', 0, '{}', { passed: 0, failed: 1 }],
  ])('%s', (name, exitCode, text, expected) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, text);
    expect(countsOf(exitCode, file, vitestCounts)).toEqual(expected);
  });

  it('counts a missing report as a failure', () => {
    expect(countsOf(0, join(folder, 'missing.json'), playwrightCounts)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('playwrightCounts', () => {
  it('leaves skipped tests out', () => {
    expect(playwrightCounts({ stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 9 } })).toEqual({
      passed: 5,
      failed: 2,
    });
  });
});

describe('sum', () => {
  it('adds', () => {
    expect(
      sum([
        { passed: 1, failed: 0 },
        { passed: 2, failed: 3 },
      ]),
    ).toEqual({ passed: 3, failed: 3 });
  });
});
