import { inEmptyPage } from './empty-page.mjs';
import { median } from './statistics.mjs';

/**
 * How long a page does not respond while a program in its sandbox takes all resources. Rows for the table.
 *
 * @param {import('../run/browser/find.mjs').Browser} browser @param {string} url
 */
export async function pauseRows(browser, url) {
  const { programs, threads } = await inEmptyPage(browser, url, 'pauses-entry.ts', () => window.pauses());
  const [longest = ['', Number.NaN]] = programs.toSorted(([, a], [, b]) => b - a);
  return [
    ['page with as many busy threads', ms(threads), 'the longest it did not answer'],
    [`page, ${programs.length} hostile programs`, ms(median(programs.map(([, pauseMs]) => pauseMs))), 'median'],
    ['  the longest of them', ms(longest[1]), `${longest[0]}; goal: ≤ 1,000 ms`],
  ];
}

/** @param {number} value */
const ms = (value) => `${value.toFixed(0)} ms`;
