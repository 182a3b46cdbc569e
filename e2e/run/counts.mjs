import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number; failed: number }} Counts */

/** What a vitest JSON report counts. @param {any} report @returns {Counts} */
export const vitestCounts = (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests });

/** What a Playwright JSON report counts. @param {any} report @returns {Counts} */
export const playwrightCounts = ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected });

/**
 * A step's counts. A step that ended badly counts as one failure at least, also if it left no report.
 *
 * @param {number} exitCode @param {string} file @param {(report: any) => Counts} count
 * @returns {Counts}
 */
export function countsOf(exitCode, file, count) {
  const counted = read(file, count);
  if (counted === undefined) return { passed: 0, failed: 1 };
  return exitCode === 0 ? counted : { ...counted, failed: Math.max(1, counted.failed) };
}

/** @param {Counts[]} all @returns {Counts} */
export const sum = (all) =>
  all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), { passed: 0, failed: 0 });

/** @param {string} file @param {(report: any) => Counts} count */
function read(file, count) {
  try {
    const counts = count(JSON.parse(readFileSync(file, 'utf8')));
    return Number.isInteger(counts.passed) && Number.isInteger(counts.failed) ? counts : undefined;
  } catch {
    return undefined;
  }
}
