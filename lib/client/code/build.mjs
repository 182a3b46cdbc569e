import { fileURLToPath } from 'node:url';
import { bundle, BUNDLES } from '../../launch/bundle.mjs';

/**
 * Bundles the worker of the language service into `outdir`. Not with the page: TypeScript is twelve megabytes, which takes
 * seconds here, and minutes there.
 */
export const buildCode = (outdir = BUNDLES) => bundle({ code: 'lib/client/code/code.worker.ts' }, outdir);

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCode();
