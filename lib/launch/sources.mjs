import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILT_FROM = ['app', 'components', 'lib', 'public'];
/** Not tsconfig.json: Next.js rewrites it while it builds. */
const CONFIGURED_BY = ['next.config.mjs', 'postcss.config.mjs', 'proxy.ts', 'package-lock.json'];
const NOT_BUILT = /\.(test|bench)\.[a-z]+$|^public\/(sandbox|screenshots)\//;
const STAMP = 'toolyard-sources';
/** Built alongside every build and git-ignored, so it may be missing although the build exists. */
const BUNDLE = 'public/sandbox/kernel.js';

/** A hash of the content of everything that goes into a build. @param {string} root */
export function hashSources(root) {
  const hash = createHash('sha256');
  for (const path of BUILT_FROM.flatMap((folder) => files(root, folder)).concat(CONFIGURED_BY)) {
    const full = join(root, path);
    if (NOT_BUILT.test(path) || !existsSync(full)) continue;
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
  }
  return hash.digest('hex');
}

/** Whether the build in `dist` was made from these very sources. @param {string} root @param {string} dist */
export function isBuilt(root, dist) {
  const stamp = join(root, dist, STAMP);
  return (
    existsSync(join(root, BUNDLE)) &&
    existsSync(join(root, dist, 'BUILD_ID')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hashSources(root)
  );
}

/** Records what a finished build was made from. @param {string} root @param {string} dist @param {string} hash from before the build */
export const markBuilt = (root, dist, hash) => writeFileSync(join(root, dist, STAMP), hash);

/** @param {string} root @param {string} folder @returns {string[]} sorted, from the root, with `/` */
function files(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .toSorted()
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return statSync(join(root, path)).isDirectory() ? files(root, path) : [path];
    });
}
