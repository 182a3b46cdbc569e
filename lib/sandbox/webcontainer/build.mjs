import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the program the container's helper is into public/sandbox. */
export async function buildHelper() {
  const here = import.meta.dirname;
  await build({
    entryPoints: [join(here, 'helper/main.ts')],
    outfile: join(here, '../../../public/sandbox/webcontainer-helper.js'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node18',
    format: 'cjs',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildHelper();
