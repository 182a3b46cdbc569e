import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import { BUNDLES } from '../../../launch/bundle.mjs';
import { ROOT } from '../../../launch/root.mjs';
import { BROTLI_MODULE } from '../node/upstream/plugin.mjs';
import { ROOTS } from './roots.mjs';

/** Licences that allow redistribution. */
const LICENCES = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'Python-2.0',
  'PSF-2.0',
]);
/** Fields of a lock file entry that concern only this project. */
const OURS = new Set(['dev', 'optional', 'devOptional', 'peer', 'name']);
const packed = promisify(gzip);

/** @typedef {Record<string, any> & { version: string }} Entry an entry of a lock file */

/**
 * The packages of a set, by their folders in a lock file: the roots and all their dependencies.
 *
 * @param {Record<string, Entry>} entries
 * @param {readonly string[]} roots
 */
function closure(entries, roots) {
  /** @type {Map<string, Entry>} */
  const found = new Map();
  /** @type {(from: string, name: string) => string | undefined} */
  const resolve = (from, name) => {
    const path = `${from ? `${from}/` : ''}node_modules/${name}`;
    if (entries[path]) return path;
    return from === '' ? undefined : resolve(from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
  };
  /** @type {(path: string) => void} */
  const take = (path) => {
    const entry = entries[path];
    if (!entry || found.has(path)) return;
    found.set(path, entry);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const next = resolve(path, name);
      if (next) take(next);
      else if (!entry.optionalDependencies?.[name]) throw new Error(`${path} needs ${name}, which is not installed`);
    }
  };
  for (const name of roots) {
    if (!entries[`node_modules/${name}`]) throw new Error(`${name} is not installed`);
    take(`node_modules/${name}`);
  }
  return found;
}

/** Builds the sandbox's package set: a tarball of each package, `index.json` with their lock file entries, and Node's Brotli. */
export async function buildPackages(outdir = join(BUNDLES, 'packages')) {
  const lock = await readFile(join(ROOT, 'package-lock.json'), 'utf8');
  const about = createHash('sha256')
    .update(lock)
    .update(await readFile(import.meta.filename))
    .update(ROOTS.join())
    .digest('hex');
  const mark = join(outdir, '.made-of');
  if (existsSync(mark) && (await readFile(mark, 'utf8')) === about) return;
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  /** @type {Record<string, Record<string, object>>} */
  const index = {};
  for (const [path, entry] of closure(JSON.parse(lock).packages, ROOTS)) {
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const versions = (index[name] ??= {});
    if (versions[entry.version]) continue;
    if (!LICENCES.has(entry.license))
      throw new Error(`${name}: its licence, ${entry.license}, is not known to be permissive`);
    const resolved = `https://registry.npmjs.org/${name}/-/${name.replace(/^.*\//, '')}-${entry.version}.tgz`;
    const about = Object.fromEntries(Object.entries({ ...entry, resolved }).filter(([key]) => !OURS.has(key)));
    versions[entry.version] = about;
    const isHere = existsSync(join(ROOT, path));
    if (isHere) await writeFile(join(outdir, fileName(name, entry.version)), await tarball(join(ROOT, path)));
  }
  await writeFile(join(outdir, 'index.json'), JSON.stringify({ roots: ROOTS, packages: index }));
  await copyFile(BROTLI_MODULE, join(outdir, 'brotli.wasm'));
  await writeFile(mark, about);
}

/** @type {(name: string, version: string) => string} */
const fileName = (name, version) => `${name.replace('/', '+')}-${version}.tgz`;

/**
 * The files of an installed package, without nested packages and source maps.
 *
 * @param {string} folder
 */
async function tarball(folder) {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries = [];
  for (const entry of names.sort((a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1))) {
    const full = join(entry.parentPath, entry.name);
    const name = full.slice(folder.length + 1).replaceAll('\\', '/');
    if (!entry.isFile() || /^node_modules\/|\.map$/.test(name)) continue;
    const { mode, size } = await stat(full);
    entries.push({
      header: { name: `package/${name}`, size, mode: mode & 0o111 ? 0o755 : 0o644, mtime: new Date(0) },
      body: await readFile(full),
    });
  }
  return packed(await packTar(entries), { level: 9 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackages();
