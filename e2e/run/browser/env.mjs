import { findBrowser } from './find.mjs';

/**
 * A working browser, as environment variables for the Playwright configuration.
 *
 * @param {(text: string) => void} say
 * @returns {Promise<Record<string, string>>}
 */
export async function browserEnv(say) {
  const { path, env } = await findBrowser(say);
  return { CHROMIUM_PATH: path, CHROMIUM_ENV: JSON.stringify(env ?? {}) };
}
