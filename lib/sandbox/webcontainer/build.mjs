import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle, BUNDLES } from '../../launch/bundle.mjs';

/** The container's helper program as one CommonJS text. */
export async function bundleHelper() {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'helper/main.ts')],
    write: false,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node18',
    format: 'cjs',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(BUNDLES, { recursive: true });
  writeFileSync(join(BUNDLES, 'webcontainer-helper.js'), await bundleHelper());
  await bundle({ 'webcontainer-connect': 'lib/sandbox/webcontainer/connect.ts' }, BUNDLES);
}
