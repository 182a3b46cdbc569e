import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../../..');

/**
 * Bundles the worker of the language service into `outdir`. Not with the page: TypeScript is twelve megabytes, which takes
 * seconds here, and minutes there.
 */
export async function buildCode(outdir = join(ROOT, 'public/sandbox')) {
  await mkdir(outdir, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: { code: join(HERE, 'code.worker.ts') },
    outdir,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCode();
