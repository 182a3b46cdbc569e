import picomatch from 'picomatch/posix';
import { isBelow, resolveFrom } from '../../embedded/fs/paths';
import { GitFailure } from '../git-failure';
import type { Repository } from '../repository';

/** A path as git keeps it: from the repository's root, empty for the root itself. */
export function inRepository({ root }: Repository, cwd: string, given: string): string {
  const path = resolveFrom(cwd, given);
  if (!isBelow(path, root)) throw new GitFailure(`${given}: '${given}' is outside repository at '${root}'`);
  return path.slice(root === '/' ? 1 : root.length + 1);
}

/** A path of the repository as seen from a folder. */
export function seenFrom({ root }: Repository, cwd: string, path: string): string {
  if (!isBelow(cwd, root) || cwd === root) return path;
  const from = cwd.slice(root.length + 1).split('/');
  const to = path.split('/');
  while (from.length > 0 && from[0] === to[0] && to.length > 1) {
    from.shift();
    to.shift();
  }
  return [...from.map(() => '..'), ...to].join('/');
}

export interface Pathspec {
  readonly given: string;
  matches(path: string): boolean;
}

/** What a path on the command line stands for: a file, a folder with all in it, or a pattern. */
export function pathspec(repository: Repository, cwd: string, given: string): Pathspec {
  const path = inRepository(repository, cwd, given);
  const pattern = /[*?[]/.test(path) ? picomatch(path, { dot: true, basename: false, bash: true }) : undefined;
  return {
    given,
    matches: (candidate) => path === '' || isBelow(candidate, path) || (pattern?.(candidate) ?? false),
  };
}

/** Whether one of several paths means a file; none at all means every file. */
export function wantedBy(specs: readonly Pathspec[]): (path: string) => boolean {
  return (path) => specs.length === 0 || specs.some((spec) => spec.matches(path));
}
