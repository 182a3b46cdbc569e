#!/usr/bin/env node
// The `toolyard` command. Its TypeScript sources are bundled when it runs, so that a clone needs no build.
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'node_modules', '.cache', 'toolyard');

if (existsSync(join(ROOT, 'node_modules', 'esbuild'))) {
  const { main } = await import(pathToFileURL(await bundled()).href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write(`The dependencies are not installed yet. Run "npm ci" in ${ROOT} first.\n`);
  process.exitCode = 2;
}

/** The path of the bundle. It is moved into place in one step, because other instances may be running. */
async function bundled() {
  const { build } = await import('esbuild');
  const [path, fresh] = [join(FOLDER, 'main.mjs'), join(FOLDER, `main.${process.pid}.mjs`)];
  mkdirSync(FOLDER, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['lib/cli/main.ts'],
    outfile: fresh,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'error',
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
  renameSync(fresh, path);
  return path;
}
