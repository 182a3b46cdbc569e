import { inEmptyPage } from './empty-page.mjs';

/**
 * Starts the sandbox on an empty page, with empty caches: its own boot time, with nothing loaded beforehand.
 *
 * @param {import('../run/browser/find.mjs').Browser} browser @param {string} url
 * @returns {Promise<import('./boot-entry').BootTimes>}
 */
export const bootAlone = (browser, url) => inEmptyPage(browser, url, 'boot-entry.ts', () => window.boot());
