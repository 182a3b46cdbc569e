import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../lib/launch/address.mjs';
import { ensureBuilt } from '../../lib/launch/make.mjs';
import { runNode, runNpm } from '../../lib/launch/run.mjs';
import { say } from '../../lib/launch/say.mjs';
import { countsOf, playwrightCounts, vitestCounts } from './counts.mjs';

/** An npm script that passes or fails as a whole: only its failure counts. @param {string} script */
export async function npmScript(script) {
  const ok = (await runNpm(['run', '--silent', script])) === 0;
  return ok ? { passed: 0, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [`npm run ${script}`] };
}

/** The unit tests of these files; without any, of all. @param {string[]} files @param {Record<string, string>} env */
export const unit = (files, env) =>
  withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...files, ...reporters], env);
    return countsOf(code, report, vitestCounts);
  });

/** A production build of the present sources; a failure counts as a failed step. */
export async function build() {
  try {
    await ensureBuilt();
    return { passed: 0, failed: 0, failures: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say(message);
    return { passed: 0, failed: 1, failures: [`npm run build\n${message}`] };
  }
}

/** The end-to-end tests, against the present build. @param {string[]} args @param {Record<string, string>} env */
export const e2e = (args, env) =>
  withReport(async (report) => {
    const { browserEnv } = await import('./browser/env.mjs');
    const code = await runNode(['node_modules/@playwright/test/cli.js', 'test', ...args], {
      ...(await browserEnv(say)),
      E2E_PORT: String(await freePort('127.0.0.1')),
      E2E_REPORT: report,
      ...env,
    });
    return countsOf(code, report, playwrightCounts);
  });

/** @template T @param {(file: string) => Promise<T>} run @returns {Promise<T>} */
async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-report-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
