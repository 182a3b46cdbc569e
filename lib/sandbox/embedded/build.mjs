import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, BUNDLES } from '../../launch/bundle.mjs';

const WORKERS = {
  kernel: 'lib/sandbox/embedded/kernel/main.ts',
  shell: 'lib/sandbox/embedded/shell/main.ts',
  node: 'lib/sandbox/embedded/node/main.ts',
  git: 'lib/sandbox/embedded/git/main.ts',
  search: 'lib/sandbox/embedded/search/main.ts',
};

/** Bundles the sandbox's workers into `outdir`. */
export const buildSandbox = async (outdir = BUNDLES) => {
  await bundle(WORKERS, outdir, {
    alias: {
      'node:zlib': join(import.meta.dirname, 'shell/zlib.ts'),
      path: 'path-browserify',
      stream: 'readable-stream',
    },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.NODE_DEBUG': '""', global: 'globalThis' },
  });
  await bundle({ jq: 'lib/sandbox/embedded/jq/main.ts' }, outdir, {
    // The functions that the module imports are found by their names.
    keepNames: true,
    loader: { '.wasm': 'dataurl' },
    // Where the package would load the module from; it is given to it instead.
    define: { 'import.meta.url': '"https://localhost/"' },
  });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSandbox();
