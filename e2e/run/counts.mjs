import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** `failures`: the name of each failed test and what it said. @typedef {{ passed: number; failed: number; failures: string[] }} Counts */

/** What a vitest JSON report counts. @param {any} report @returns {Counts} */
export const vitestCounts = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  failures: (report.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const tests = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    if (tests.length === 0) return file.status === 'failed' ? [failure(file.name, file.message)] : [];
    return tests.map((/** @type {any} */ test) =>
      failure(`${file.name} › ${test.fullName}`, test.failureMessages.join('\n')),
    );
  }),
});

/** What a Playwright JSON report counts. @param {any} report @returns {Counts} */
export const playwrightCounts = ({ stats, suites, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  failures: [
    ...(suites ?? []).flatMap(unexpected),
    ...(errors ?? []).map((/** @type {any} */ error) => failure('Playwright', error.message)),
  ],
});

/**
 * A step's counts. A step that ended badly counts as at least one failure, even if it left no report.
 *
 * @param {number} exitCode @param {string} file @param {(report: any) => Counts} count
 * @returns {Counts}
 */
export function countsOf(exitCode, file, count) {
  const counted = read(file, count);
  if (counted === undefined)
    return { passed: 0, failed: 1, failures: [`No report: the step ended with exit code ${exitCode}.`] };
  return exitCode === 0 ? counted : { ...counted, failed: Math.max(1, counted.failed) };
}

/** @param {Counts[]} all @returns {Counts} */
export const sum = (all) =>
  all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, failures: [...a.failures, ...b.failures] }),
    { passed: 0, failed: 0, failures: [] },
  );

/** The failed tests of a Playwright suite, including nested suites. @param {any} suite @returns {string[]} */
const unexpected = (suite) => [
  ...(suite.specs ?? [])
    .filter((/** @type {any} */ spec) => !spec.ok)
    .map((/** @type {any} */ spec) =>
      failure(`${spec.file}:${spec.line} › ${spec.title}`, spec.tests?.[0]?.results?.at(-1)?.error?.message),
    ),
  ...(suite.suites ?? []).flatMap(unexpected),
];

/** @param {string} name @param {string | undefined} message */
const failure = (name, message = '') =>
  `${name}\n${stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n')}`.trim();

/** @param {string} file @param {(report: any) => Counts} count */
function read(file, count) {
  try {
    const counts = count(JSON.parse(readFileSync(file, 'utf8')));
    return Number.isInteger(counts.passed) && Number.isInteger(counts.failed) ? counts : undefined;
  } catch {
    return undefined;
  }
}
