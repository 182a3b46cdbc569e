import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { runNpm } from './run.mjs';
import { LaunchError, say } from './say.mjs';

/** Installs the locked dependencies, unless they are installed. */
export async function ensureInstalled() {
  const missing = notInstalled(ROOT);
  if (missing === undefined) return;
  say(`Installing dependencies (${missing}). This takes a minute the first time …`);
  const code = await runNpm(['ci', '--no-audit', '--no-fund']);
  if (code !== 0) throw new LaunchError(`npm ci failed (exit code ${code}). What it said is above.`);
}

/**
 * Why an installation is needed, or undefined. npm records what it installed in node_modules/.package-lock.json.
 *
 * @param {string} root
 */
export function notInstalled(root) {
  const noted = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(noted)) return 'there is no node_modules yet';
  const have = packages(noted);
  for (const [path, wanted] of Object.entries(packages(join(root, 'package-lock.json')))) {
    if (path === '' || wanted.optional === true || wanted.link === true) continue;
    if (have[path]?.version !== wanted.version)
      return `${path.replace(/^node_modules\//, '')} is not at ${wanted.version}`;
  }
  return undefined;
}

/** @param {string} lockfile @returns {Record<string, { version?: string; optional?: boolean; link?: boolean }>} */
const packages = (lockfile) => JSON.parse(readFileSync(lockfile, 'utf8')).packages ?? {};
