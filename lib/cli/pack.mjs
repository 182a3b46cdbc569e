// `npm run pack` makes a package of the `toolyard` command alone: one file without dependencies, for machines without a clone.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'toolyard-pack-'));
const { name, version, description, license, engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
await build({
  absWorkingDir: ROOT,
  stdin: {
    contents: "import { main } from './main'; process.exitCode = await main(process.argv.slice(2));",
    resolveDir: join(ROOT, 'lib/cli'),
  },
  outfile: join(folder, 'toolyard.mjs'),
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Of some libraries the other form cannot be bundled.
  mainFields: ['module', 'main'],
  // Some of the libraries are CommonJS and require modules of Node.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
  },
  tsconfig: join(ROOT, 'tsconfig.json'),
});
await writeFile(
  join(folder, 'package.json'),
  JSON.stringify({ name, version, description, license, engines, type: 'module', bin: { toolyard: 'toolyard.mjs' } }),
);
await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
await copyFile(join(ROOT, 'docs/linting.md'), join(folder, 'README.md'));
const into = resolve(process.argv[2] ?? '.');
const { stdout } = await promisify(execFile)('npm', ['pack', folder, '--pack-destination', into]);
await rm(folder, { recursive: true });
process.stdout.write(`${join(into, stdout.trim())}\n`);
