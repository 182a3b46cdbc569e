import { fileURLToPath } from 'node:url';
import { bundle, BUNDLES } from '../../launch/bundle.mjs';

const SCRIPTS = {
  guest: 'lib/sandbox/guest/worker/main.ts',
  'guest-supervisor': 'lib/sandbox/guest/supervisor/main.ts',
  'page-agent': 'lib/sandbox/preview/agent/main.ts',
};

/** Bundles the workers that guests run in, and the agent in a previewed page, into `outdir`. */
export const buildGuest = (outdir = BUNDLES) => bundle(SCRIPTS, outdir);

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildGuest();
