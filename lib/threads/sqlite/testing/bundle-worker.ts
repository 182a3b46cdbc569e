import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Bundles a program that uses the log into `folder`, to run in a process of its own; returns the bundle's path. */
export async function bundleWorker(source: string, folder: string): Promise<string> {
  const outfile = join(folder, `${basename(source, '.ts')}.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    // Read faster by each process that begins.
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    alias: { '@': resolve('.') },
    plugins: [
      {
        name: 'driver',
        // The driver's native part cannot be bundled, and packages cannot be resolved by name from where the bundle is.
        setup: ({ onResolve }) => {
          const driver = { libsql: 'index.js', 'libsql/promise': 'promise.js' };
          for (const [name, file] of Object.entries(driver)) {
            const path = pathToFileURL(resolve('node_modules/libsql', file)).href;
            onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path, external: true }));
          }
        },
      },
    ],
  });
  return outfile;
}
