import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, BUNDLES } from '../../launch/bundle.mjs';
import { ROOT } from '../../launch/root.mjs';

/** What TypeScript says, in Chinese: of the version that Monaco brings along, as a package of its own has it. */
const CHINESE = join(ROOT, 'node_modules/typescript-5/lib/zh-cn/diagnosticMessages.generated.json');

/**
 * Bundles the worker of the language service into `outdir`. Not with the page: TypeScript is twelve megabytes, which takes
 * seconds here, and minutes there.
 */
export async function buildCode(outdir = BUNDLES) {
  await bundle({ code: 'lib/client/code/code.worker.ts' }, outdir);
  await copyFile(CHINESE, join(outdir, 'typescript-zh.json'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCode();
