import picomatch from 'picomatch/posix';
import { SandboxError, type GlobEntry, type GlobQuery, type SearchQuery } from '@/lib/ports';
import { globsOfType, knownTypes } from './file-types';
import { compileGlob, overrideOf } from './overrides';
import type { SearchSource } from './source';
import { walkFiles } from './walk';

/** The parts of a query that decide which files are searched. */
type Choice = Pick<SearchQuery, 'path' | 'glob' | 'type' | 'maxFileSize'>;

/** The files that a search has to read, in path order. Throws `SandboxError`: ENOENT, EINVAL for an unknown type. */
export function* searchCandidates(source: SearchSource, choice: Choice): Generator<string> {
  if (source.stat(choice.path).type === 'file') {
    yield choice.path;
    return;
  }
  const options = {
    hidden: false,
    override: choice.glob === undefined ? undefined : overrideOf([{ glob: choice.glob }]),
    ofType: choice.type === undefined ? undefined : typeFilter(choice.type),
  };
  for (const path of walkFiles(source, choice.path, options)) {
    if (source.stat(path).size <= choice.maxFileSize) yield path;
  }
}

function typeFilter(type: string): (name: string) => boolean {
  const globs = globsOfType(type);
  if (!globs) throw new SandboxError('EINVAL', `unknown file type '${type}'; known: ${knownTypes().join(', ')}`);
  const filters = globs.map((glob) => compileGlob(glob));
  return (name) => filters.some((matches) => matches(name));
}

/** Files that match a glob, newest first. Throws `SandboxError`: ENOENT, ENOTDIR. */
export function globFiles(source: SearchSource, { pattern, cwd }: GlobQuery): GlobEntry[] {
  if (source.stat(cwd).type !== 'directory') throw new SandboxError('ENOTDIR', `not a directory: ${cwd}`, cwd);
  const prefix = cwd === '/' ? 1 : cwd.length + 1;
  const relative = pattern.startsWith(`${cwd}/`) ? pattern.slice(prefix) : pattern.replace(/^\.\//, '');
  const matches = picomatch(relative);
  const found: GlobEntry[] = [];
  for (const path of walkFiles(source, cwd, { hidden: true })) {
    if (matches(path.slice(prefix))) found.push({ path, mtimeMs: source.stat(path).mtimeMs });
  }
  return found.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
}
