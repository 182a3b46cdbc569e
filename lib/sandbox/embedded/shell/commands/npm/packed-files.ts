import ignore, { type Ignore } from 'ignore';
import type { SysClient } from '../../../protocol/sys-client';
import { NpmError } from './npm-error';
import type { PackageFolder } from './project';

/** A file of an archive. `mode`: its permissions. */
export interface Packed {
  path: string;
  size: number;
  mode: number;
}

/** What is never packed, whatever a project says. */
const NEVER = ignore().add(
  `.git .svn .hg CVS .DS_Store ._* .*.swp .npmrc .npmignore .gitignore .lock-wscript .wafpickle-* npm-debug.log config.gypi *.orig
  /package-lock.json /yarn.lock /pnpm-lock.yaml /bun.lockb node_modules`.split(/\s+/),
);
/** What is always packed. */
const ALWAYS = /^(?:package\.json|(?:readme|copying|licen[sc]e)(?:\..*[^~$])?)$/i;

/** What an ignore file says, and the folder that it is in. */
interface Rules {
  folder: string;
  ignored: Ignore;
}

/** The files of a project that npm packs, by name: those that `files` lists, or all but those that ignore files name. */
export function packedFiles(sys: SysClient, project: PackageFolder): Packed[] {
  const { content, manifest } = project;
  if (content.bundleDependencies || content.bundledDependencies)
    throw new NpmError('bundleDependencies are not packed here.', { code: 'EUNSUPPORTED' });
  const listed = Array.isArray(content.files) ? listOf(content.files) : undefined;
  const bins = typeof manifest.bin === 'string' ? [manifest.bin] : Object.values(manifest.bin ?? {});
  const programs = new Set(bins.map(plain));
  const needed = new Set([
    ...[content.main, content.browser].flatMap((path) => (typeof path === 'string' ? plain(path) : [])),
    ...programs,
  ]);
  const found: Packed[] = [];
  visit('', []);
  return found.sort((a, b) => Number(isLower(a.path)) - Number(isLower(b.path)) || a.path.localeCompare(b.path, 'en'));

  function visit(folder: string, above: readonly Rules[]): void {
    const rules = folder === '' && listed ? [] : [...above, ...rulesIn(folder)];
    for (const { name, type, size, mode } of sys.listStats(`${project.path}/${folder}`)) {
      const path = folder + name;
      if (NEVER.ignores(path)) continue;
      const isDirectory = type === 'directory';
      const mayHold = isDirectory && [...needed].some((one) => one.startsWith(`${path}/`));
      if (isDirectory && (mayHold || !isLeftOut(`${path}/`, rules))) visit(`${path}/`, rules);
      const isWanted = ALWAYS.test(path) || needed.has(path) || ((listed?.(path) ?? true) && !isLeftOut(path, rules));
      // As in npm, only programs at the top become executable.
      const isProgram = (mode & 0o111) !== 0 || (folder === '' && programs.has(path));
      if (type === 'file' && isWanted) found.push({ path, size, mode: isProgram ? 0o755 : 0o644 });
    }
  }

  function rulesIn(folder: string): Rules[] {
    const text = project.textOf(`${folder}.npmignore`) ?? project.textOf(`${folder}.gitignore`);
    return text === undefined ? [] : [{ folder, ignored: ignore().add(text) }];
  }
}

/** npm lists names that begin with a small letter after all others. */
const isLower = (name: string): boolean => name.charAt(0) !== name.charAt(0).toUpperCase();

/** The rules nearest to a path count most. */
function isLeftOut(path: string, rules: readonly Rules[]): boolean {
  let isOut = false;
  for (const { folder, ignored } of rules) {
    const found = ignored.test(path.slice(folder.length));
    if (found.ignored) isOut = true;
    else if (found.unignored) isOut = false;
  }
  return isOut;
}

/** A path without a beginning that means the project's folder. */
const plain = (path: string): string => path.replace(/^(?:\.?\/)+/, '');

/** Tells whether `files` lists a path. */
function listOf(files: readonly unknown[]): (path: string) => boolean {
  const words = files.filter((one) => typeof one === 'string');
  const like = (some: readonly string[]) =>
    ignore().add(some.map((word) => `/${plain(word.replace(/^!/, '')) || '*'}`));
  const [taken, left] = [
    like(words.filter((word) => !word.startsWith('!'))),
    like(words.filter((word) => word.startsWith('!'))),
  ];
  return (path) => taken.ignores(path) && !left.ignores(path);
}
