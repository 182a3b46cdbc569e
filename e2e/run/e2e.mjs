// Runs only the end-to-end tests: node e2e/run/e2e.mjs [arguments for Playwright].
import { ensureInstalled } from '../../lib/launch/install.mjs';
import { launch } from '../../lib/launch/say.mjs';

await launch(async () => {
  await ensureInstalled();
  const { build, e2e } = await import('./steps.mjs');
  const { failed } = await build();
  const counts = failed === 0 ? await e2e(process.argv.slice(2), {}) : { failed };
  process.exitCode = counts.failed === 0 ? 0 : 1;
});
