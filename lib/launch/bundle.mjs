import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './root.mjs';

/** Where the page finds its separate bundles. */
export const BUNDLES = join(ROOT, 'public/sandbox');

/**
 * Bundles scripts for the browser into `outdir`, as classic scripts: module workers do not load in an opaque origin.
 *
 * @param {Record<string, string>} scripts name of each bundle → its entry, from the project's root
 * @param {string} outdir
 * @param {Pick<import('esbuild').BuildOptions, 'alias' | 'banner' | 'define' | 'external' | 'keepNames' | 'loader' | 'plugins' | 'supported'>} [also]
 */
export async function bundle(scripts, outdir, also = {}) {
  await mkdir(outdir, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: scripts,
    outdir,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    tsconfig: join(ROOT, 'tsconfig.json'),
    ...also,
  });
}
