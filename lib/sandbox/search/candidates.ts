import picomatch from 'picomatch/posix';
import { SandboxError, type GlobEntry, type GlobQuery, type SearchQuery } from '@/lib/ports';
import { globsOfType, knownTypes } from './file-types';
import type { SearchSource } from './source';
import { walkFiles } from './walk';

/** The files a search has to look into, in path order. Throws `SandboxError`: ENOENT, EINVAL for an unknown type. */
export function* searchCandidates(source: SearchSource, query: SearchQuery): Generator<string> {
  if (source.stat(query.path).type === 'file') {
    yield query.path;
    return;
  }
  const wanted = fileFilter(query);
  const hidden = query.glob?.startsWith('.') ?? false;
  const prefix = query.path === '/' ? 1 : query.path.length + 1;
  for (const path of walkFiles(source, query.path, hidden)) {
    if (wanted(path.slice(prefix)) && source.stat(path).size <= query.maxFileSize) yield path;
  }
}

function fileFilter({ glob, type }: SearchQuery): (relative: string) => boolean {
  const filters: ((relative: string) => boolean)[] = [];
  if (glob) {
    const negated = glob.startsWith('!');
    const pattern = negated ? glob.slice(1) : glob;
    const matches = picomatch(pattern, { basename: !pattern.includes('/'), dot: true });
    filters.push((path) => matches(path) !== negated);
  }
  if (type) {
    const globs = globsOfType(type);
    if (!globs) throw new SandboxError('EINVAL', `unknown file type '${type}'; known: ${knownTypes().join(', ')}`);
    filters.push(picomatch([...globs], { basename: true, dot: true }));
  }
  return (path) => filters.every((filter) => filter(path));
}

/** Files that match a glob, newest first. */
export function globFiles(source: SearchSource, { pattern, cwd }: GlobQuery): GlobEntry[] {
  if (source.stat(cwd).type !== 'directory') throw new SandboxError('ENOTDIR', `not a directory: ${cwd}`, cwd);
  const prefix = cwd === '/' ? 1 : cwd.length + 1;
  const relative = pattern.startsWith(`${cwd}/`) ? pattern.slice(prefix) : pattern.replace(/^\.\//, '');
  const matches = picomatch(relative);
  const found: GlobEntry[] = [];
  for (const path of walkFiles(source, cwd, true)) {
    if (matches(path.slice(prefix))) found.push({ path, mtimeMs: source.stat(path).mtimeMs });
  }
  return found.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
}
