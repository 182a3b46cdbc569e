// oxlint-disable toolyard/layers -- a tool of the build, which runs in Node
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { LIBRARY } from './version.mjs';

/**
 * Gives a bundle Node's own sources as the module `node-library`.
 *
 * @type {import('esbuild').Plugin}
 */
export const nodeLibrary = {
  name: 'node-library',
  setup(build) {
    build.onResolve({ filter: /^node-library$/ }, ({ path }) => ({ path, namespace: 'node-library' }));
    build.onLoad({ filter: /.*/, namespace: 'node-library' }, () => ({
      contents: brotliDecompressSync(readFileSync(LIBRARY)).toString(),
      loader: 'json',
    }));
  },
};
