import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, BUNDLES } from '../../launch/bundle.mjs';
import { ROOT } from '../../launch/root.mjs';

/** TypeScript's messages in Chinese, for the version bundled with Monaco; taken from a separate package. */
const CHINESE = join(ROOT, 'node_modules/typescript-5/lib/zh-cn/diagnosticMessages.generated.json');

/**
 * Bundles the language service's worker into `outdir`. Not bundled with the page: TypeScript is twelve megabytes, which takes
 * seconds here and would take minutes there.
 */
async function buildCode(outdir = BUNDLES) {
  await bundle({ code: 'lib/client/code/code.worker.ts' }, outdir);
  await copyFile(CHINESE, join(outdir, 'typescript-zh.json'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCode();
