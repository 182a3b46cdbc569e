import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, BUNDLES } from '../launch/bundle.mjs';
import { ROOT } from '../launch/root.mjs';
import { WORKER_GLOBALS } from './worker-globals.mjs';

const ZOD = 'node_modules/zod';
/** The parts of Zod's types that `import { z } from 'zod'` leads to. */
const TYPED = ['', 'v4/classic', 'v4/core'];

const BUILTIN = join(ROOT, 'lib/tools/builtin');

/** Bundles the runtime of packs, the types they are written with and the sources they can start from, into `outdir`. */
export async function buildWorkshop(outdir = BUNDLES) {
  await bundle({ 'workshop-runtime': 'lib/workshop/runtime/main.ts' }, outdir);
  await mkdir(outdir, { recursive: true });
  await writeFile(join(outdir, 'workshop-types.json'), JSON.stringify(await types()));
  await writeFile(join(outdir, 'builtin-sources.json'), JSON.stringify(await builtinSources()));
}

/** The sources of the built-in tools by path, for forks. */
async function builtinSources() {
  const names = (await readdir(BUILTIN, { recursive: true })).map((name) => name.replaceAll(sep, '/')).toSorted();
  const files = names.filter((name) => /^(?:(?!testing\/)[\w-]+\/)+[\w-]+\.ts$/.test(name));
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await readFile(join(BUILTIN, name), 'utf8')])),
  );
}

/** The declarations by path, as in a project's node_modules. */
async function types() {
  const files = {};
  for (const folder of TYPED) {
    for (const name of await readdir(join(ROOT, ZOD, folder))) {
      if (!name.endsWith('.d.ts')) continue;
      files[join(ZOD, folder, name)] = await readFile(join(ROOT, ZOD, folder, name), 'utf8');
    }
  }
  files[`${ZOD}/v4/locales/index.d.ts`] = 'export {};\n';
  files[`${ZOD}/package.json`] = JSON.stringify({ name: 'zod', types: './index.d.ts' });
  files['node_modules/toolyard/index.d.ts'] = await readFile(join(ROOT, 'lib/workshop/runtime/toolyard.d.ts'), 'utf8');
  files['node_modules/toolyard/hooks.d.ts'] = await readFile(join(ROOT, 'lib/workshop/runtime/hooks.d.ts'), 'utf8');
  files['node_modules/toolyard/package.json'] = JSON.stringify({ name: 'toolyard', types: './index.d.ts' });
  files['node_modules/@types/node/index.d.ts'] = WORKER_GLOBALS;
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWorkshop();
