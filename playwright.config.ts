import { defineConfig } from '@playwright/test';
import { z } from 'zod';
import { parseJson } from './lib/protocol/text';
import { BROWSER_ARGS } from './e2e/run/browser/args.mjs';

const MINUTE = 60_000;
const { env } = process;
const port = Number(env.E2E_PORT ?? 39_752);
const long = env.TOOLYARD_LONG === '1';
const browserEnv = parseJson(z.record(z.string(), z.string()), env.CHROMIUM_ENV ?? '{}');

/** Run through e2e/run/e2e.mjs, which finds a browser, makes the build and chooses a port. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // What is marked so is for the long run: the same again under other conditions.
  ...(long ? {} : { grepInvert: /@long/ }),
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 5 * MINUTE,
  // Twice what a quiet machine of two cores takes.
  globalTimeout: 40 * MINUTE,
  // A wait ends when what it waits for is there: long only where that never comes, also on a machine that has other things to do.
  expect: { timeout: 45_000 },
  reporter: [
    ['list'],
    ...(env.E2E_REPORT ? [['json', { outputFile: env.E2E_REPORT }] satisfies [string, object]] : []),
  ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 720 },
    screenshot: 'only-on-failure',
    // Without a GPU, whatever spins takes a core. The spec of the scenario is run with motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(env.CHROMIUM_PATH ? { executablePath: env.CHROMIUM_PATH } : {}),
      args: BROWSER_ARGS,
      env: { ...definedOf(env), ...(browserEnv.ok ? browserEnv.value : {}) },
    },
  },
  webServer: {
    command: `${JSON.stringify(process.execPath)} e2e/run/serve.mjs ${port}`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    stdout: 'pipe',
    timeout: 3 * MINUTE,
  },
});

/** Environment variables that are set. */
function definedOf(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
