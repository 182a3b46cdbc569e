import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../../..');
const WORKERS = {
  kernel: 'kernel/main.ts',
  shell: 'shell/main.ts',
  node: 'node/main.ts',
  git: 'git/main.ts',
  search: 'search/main.ts',
};

/** Bundles the sandbox's workers into `outdir` as classic scripts: module workers do not load in an opaque origin. */
export async function buildSandbox(outdir = join(ROOT, 'public/sandbox')) {
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
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    tsconfig: join(ROOT, 'tsconfig.json'),
    alias: {
      'node:zlib': join(HERE, 'shell/zlib.ts'),
      path: 'path-browserify',
      stream: 'readable-stream',
    },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.NODE_DEBUG': '""', global: 'globalThis' },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSandbox();
