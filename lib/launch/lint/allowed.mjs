import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { AREAS, BUILT, FREE, PACKAGES, TOOLING } from './areas.mjs';

const NAMES = Object.keys(AREAS).toSorted((a, b) => b.length - a.length);
const BUILTIN = new Set(builtinModules);
/** @type {{ dependencies: object; devDependencies: object }} */
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);
const DECLARED = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);

/** @param {string} path @param {string} folder */
const within = (path, folder) => path === folder || path.startsWith(`${folder}/`);

/** The area a path belongs to. @param {string} path from the root, with `/` */
export const areaOf = (path) => NAMES.find((name) => within(path, name));

/**
 * Why a file may not import a module, or undefined if it may.
 *
 * @param {string} file the importing file, from the root, with `/`
 * @param {string} specifier as written
 * @returns {string | undefined}
 */
export function refusal(file, specifier) {
  const ours = specifier.startsWith('.') || specifier.startsWith('@/');
  const undeclared = ours ? undefined : refuseUndeclared(specifier);
  if (undeclared !== undefined || FREE.test(file) || TOOLING.test(file)) return undeclared;
  return ours ? refuseOurs(file, specifier) : refusePackage(file, specifier);
}

/** @param {string} specifier of a package, `react-dom/client` or `@scope/name/file` */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** What only another package brings goes with it, on somebody else's machine first. @param {string} specifier */
function refuseUndeclared(specifier) {
  const name = packageOf(specifier);
  return DECLARED.has(name) || BUILT.has(name) || specifier.startsWith('node:') || BUILTIN.has(specifier)
    ? undefined
    : `${name} is not declared in package.json`;
}

/** @param {string} file @param {string} specifier */
function refuseOurs(file, specifier) {
  const target = specifier.startsWith('@/') ? specifier.slice(2) : posix.join(posix.dirname(file), specifier);
  const from = areaOf(file);
  const to = areaOf(target);
  if (to === undefined)
    return within(target, 'lib') ? `${target} is in no area of lib/launch/lint/areas.mjs` : undefined;
  if (from === to) {
    return specifier.startsWith('@/') ? `${from} imports its own files relatively` : undefined;
  }
  if (from === undefined) {
    return within(file, 'lib') ? `${file} is in no area of lib/launch/lint/areas.mjs` : undefined;
  }
  return AREAS[from].may.some((name) => name === to || (!(name in AREAS) && within(to, name)))
    ? undefined
    : `${from} may not import ${to}`;
}

/** @param {string} file @param {string} specifier */
function refusePackage(file, specifier) {
  const area = areaOf(file);
  if (area === undefined) return undefined;
  const bare = specifier.replace(/^node:/, '');
  if (specifier.startsWith('node:') || BUILTIN.has(bare)) {
    const { runs } = AREAS[area];
    if (runs === 'server' || runs === 'tooling' || (!specifier.startsWith('node:') && isShim(bare))) return undefined;
    return `${area} also runs in a browser, which has no ${specifier}`;
  }
  const name = packageOf(specifier);
  const allowed = PACKAGES[name];
  return allowed === undefined || allowed.some((folder) => within(file, folder))
    ? undefined
    : `${name} is for ${allowed.join(', ')} only, not for ${area}`;
}

/** Packages that carry the name of a built-in module on purpose. @param {string} name */
function isShim(name) {
  return ['assert', 'buffer', 'events', 'util', 'readable-stream'].includes(name.replace(/\/$/, ''));
}
