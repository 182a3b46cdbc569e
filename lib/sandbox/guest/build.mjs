import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../../..');
const WORKERS = {
  guest: 'worker/main.ts',
  'guest-supervisor': 'supervisor/main.ts',
  'page-agent': '../preview/agent/main.ts',
};

/** Bundles the workers that guests run in, and the agent in a previewed page, as classic scripts: module workers do not load in an opaque origin. */
export async function buildGuest(outdir = join(ROOT, 'public/sandbox')) {
  await mkdir(outdir, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(Object.entries(WORKERS).map(([name, path]) => [name, join(HERE, path)])),
    outdir,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildGuest();
