// The end-to-end tests alone: node e2e/run/e2e.mjs [what Playwright's command line takes].
import { ensureInstalled } from '../../lib/launch/install.mjs';
import { launch } from '../../lib/launch/say.mjs';

await launch(async () => {
  await ensureInstalled();
  const { build, e2e } = await import('./steps.mjs');
  const { failed } = await build();
  const counts = failed === 0 ? await e2e(process.argv.slice(2), {}) : { failed };
  process.exitCode = counts.failed === 0 ? 0 : 1;
});
