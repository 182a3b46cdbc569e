// Runs all checks in order, with one line of counts at the end. --long runs what npm test leaves out: more cases of the same, and
// long end-to-end tests.
import { ensureInstalled } from '../../lib/launch/install.mjs';
import { launch, say } from '../../lib/launch/say.mjs';

const long = process.argv.includes('--long');
const env = long ? { TOOLYARD_LONG: '1', TOOLYARD_CASES: process.env.TOOLYARD_CASES ?? '20' } : {};

await launch(async () => {
  await ensureInstalled();
  const { build, e2e, npmScript, unit } = await import('./steps.mjs');
  const { sum } = await import('./counts.mjs');
  const { longTests } = await import('./long-tests.mjs');
  /** @type {[string, () => Promise<import('./counts.mjs').Counts>][]} */
  const sources = [
    ['Lint and format', () => npmScript('lint')],
    ['Types', () => npmScript('typecheck')],
  ];
  /** @type {typeof sources} */
  const tests = [
    ['Unit tests', () => unit(long ? longTests() : [], env)],
    ['Build', build],
    ['End-to-end tests', () => e2e(long ? ['--grep', '@long'] : [], env)],
  ];
  const counts = [];
  for (const [name, step] of long ? tests : [...sources, ...tests]) {
    say(`\n── ${name} ──`);
    const started = performance.now();
    const counted = await step();
    counts.push(counted);
    say(
      `── ${name}: ${counted.failed === 0 ? 'ok' : 'FAILED'}, ${((performance.now() - started) / 1000).toFixed(0)} s ──`,
    );
  }
  const { passed, failed, failures } = sum(counts);
  process.exitCode = failed === 0 ? 0 : 1;
  for (const failure of failures) say(`\nFailed: ${failure}`);
  say(`\n${passed} passed, ${failed} failed`);
});
