import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, BUNDLES } from '../../launch/bundle.mjs';
import { brotli, nodeLibrary } from './node/upstream/plugin.mjs';

const WORKERS = {
  kernel: 'lib/sandbox/embedded/kernel/main.ts',
  shell: 'lib/sandbox/embedded/shell/main.ts',
  git: 'lib/sandbox/embedded/git/main.ts',
  search: 'lib/sandbox/embedded/search/main.ts',
};

const NODE = { node: 'lib/sandbox/embedded/node/main.ts' };

const define = { 'process.env.NODE_ENV': '"production"', 'process.env.NODE_DEBUG': '""', global: 'globalThis' };
const own = join(import.meta.dirname, 'node/own');

/** Declares what the edits of programs call, see `node/esm/called-by-edits.ts`. */
const CALLED_BY_EDITS = '"use strict"; let __leave, __wait, __enter, __thrown, __import;';

/** Bundles the sandbox's workers into `outdir`. */
export async function buildSandbox(outdir = BUNDLES) {
  await bundle(WORKERS, outdir, {
    alias: {
      path: 'path-browserify',
      stream: 'readable-stream',
      'sha.js/sha1.js': join(import.meta.dirname, 'git/sha1.ts'),
    },
    define,
  });
  await bundle({ jq: 'lib/sandbox/embedded/jq/main.ts' }, outdir, {
    // The module's imported functions are found by name.
    keepNames: true,
    loader: { '.wasm': 'dataurl' },
    // Where the package would load the module from; it is passed in instead.
    define: { 'import.meta.url': '"https://localhost/"' },
  });
  await bundle({ python3: 'lib/sandbox/embedded/python/main.ts' }, outdir, {
    loader: { '.wasm': 'binary', '.zip': 'binary', '.whl': 'binary', '.py': 'text' },
    define: { 'import.meta.url': '"https://localhost/"' },
    // For Node only.
    external: ['node:*'],
  });
  // In `node`, bundled modules use Node's own classes.
  await bundle(NODE, outdir, {
    alias: { buffer: join(own, 'buffer.ts'), 'readable-stream': join(own, 'streams.ts') },
    banner: { js: CALLED_BY_EDITS },
    define: { ...define, __dirname: '"/"' },
    // The engine skips a string in quotes faster than a template.
    supported: { 'template-literal': false },
    plugins: [nodeLibrary, brotli],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSandbox();
