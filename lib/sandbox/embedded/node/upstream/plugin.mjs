// oxlint-disable toolyard/layers -- a tool of the build, which runs in Node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { ROOT } from '../../../../launch/root.mjs';
import { LIBRARY } from './version.mjs';

/**
 * Gives a bundle Node's own sources as the module `node-library`. Each is in a function of its own, so that a worker that loads
 * the bundle makes no strings of those that no program asks for.
 *
 * @type {import('esbuild').Plugin}
 */
export const nodeLibrary = {
  name: 'node-library',
  setup(build) {
    build.onResolve({ filter: /^node-library$/ }, ({ path }) => ({ path, namespace: 'node-library' }));
    build.onLoad({ filter: /.*/, namespace: 'node-library' }, () => {
      const { sources, ...rest } = JSON.parse(brotliDecompressSync(readFileSync(LIBRARY)).toString());
      const getters = Object.entries(sources).map(
        ([id, text]) => `get ${JSON.stringify(id)}() { return ${JSON.stringify(text)} }`,
      );
      const fields = Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
      return { contents: `export default { ${fields.join(', ')}, sources: { ${getters.join(', ')} } }`, loader: 'js' };
    });
  },
};

const BROTLI = join(ROOT, 'node_modules/brotli-wasm/pkg.node');

/** What the sandbox's Brotli is, which a program loads when it needs it. */
export const BROTLI_MODULE = join(BROTLI, 'brotli_wasm_bg.wasm');

/**
 * Gives a bundle the build of `brotli-wasm` that begins at once, without Node's files.
 *
 * @type {import('esbuild').Plugin}
 */
export const brotli = {
  name: 'brotli',
  setup(build) {
    build.onResolve({ filter: /^brotli-module$/ }, () => ({ path: join(BROTLI, 'brotli_wasm.js') }));
    build.onResolve({ filter: /^(?:fs|path|util)$/ }, ({ importer }) =>
      importer.startsWith(BROTLI) ? { path: join(import.meta.dirname, '../own/brotli-files.ts') } : undefined,
    );
  },
};
