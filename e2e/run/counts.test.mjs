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
  const unread = (/** @type {number} */ code) => [`No report: the step ended with exit code ${code}.`];

  it.each([
    ['passing', 0, vitest(3, 0), { passed: 3, failed: 0, failures: [] }],
    ['failing', 1, vitest(3, 2), { passed: 3, failed: 2, failures: [] }],
    ['ended badly though no test failed', 1, vitest(3, 0), { passed: 3, failed: 1, failures: [] }],
    ['with an unreadable report', 0, '{', { passed: 0, failed: 1, failures: unread(0) }],
    ['with another report', 0, '{}', { passed: 0, failed: 1, failures: unread(0) }],
  ])('%s', (name, exitCode, text, expected) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, text);
    expect(countsOf(exitCode, file, vitestCounts)).toEqual(expected);
  });

  it('counts a missing report as a failure', () => {
    expect(countsOf(0, join(folder, 'missing.json'), playwrightCounts)).toEqual({
      passed: 0,
      failed: 1,
      failures: unread(0),
    });
  });
});

describe('vitestCounts', () => {
  it('names what failed, and files that could not be read', () => {
    const failed = { status: 'failed', fullName: 'adds', failureMessages: ['\u001b[31mexpected 1\u001b[0m\n    at x'] };
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [failed, { status: 'passed' }] },
        { name: 'b.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed' }] },
      ],
    };
    expect(vitestCounts(report).failures).toEqual(['a.test.ts › adds\nexpected 1\n    at x', 'b.test.ts\nSyntaxError']);
  });
});

describe('playwrightCounts', () => {
  it('names what failed, in suites of suites', () => {
    const results = [{ error: { message: 'timed out' } }];
    const spec = { ok: false, file: 'a.spec.ts', line: 3, title: 'opens', tests: [{ results }] };
    const suites = [{ specs: [{ ok: true }], suites: [{ specs: [spec] }] }];
    const stats = { expected: 1, flaky: 0, unexpected: 1 };
    expect(playwrightCounts({ stats, suites, errors: [{ message: 'no browser' }] }).failures).toEqual([
      'a.spec.ts:3 › opens\ntimed out',
      'Playwright\nno browser',
    ]);
  });

  it('leaves skipped tests out', () => {
    expect(playwrightCounts({ stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 9 } })).toEqual({
      passed: 5,
      failed: 2,
      failures: [],
    });
  });
});

describe('sum', () => {
  it('adds', () => {
    expect(
      sum([
        { passed: 1, failed: 0, failures: [] },
        { passed: 2, failed: 3, failures: ['a'] },
      ]),
    ).toEqual({ passed: 3, failed: 3, failures: ['a'] });
  });
});
