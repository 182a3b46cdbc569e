import { fileURLToPath } from 'node:url';
import { bundle, BUNDLES } from '../../launch/bundle.mjs';

const SCRIPTS = {
  'code-worker': 'lib/sandbox/code-runner/worker/main.ts',
  'code-supervisor': 'lib/sandbox/code-runner/supervisor/main.ts',
  'page-agent': 'lib/sandbox/preview/agent/main.ts',
};

/** Bundles the workers for sandboxed code, and the agent in a previewed page, into `outdir`. */
export const buildCodeRunner = (outdir = BUNDLES) => bundle(SCRIPTS, outdir);

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCodeRunner();
