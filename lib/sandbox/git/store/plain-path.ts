import { GitFailure } from '../git-failure';
import { LINK } from './tree';

/** What stands for `.git` on some file system: `.GIT`, `git~1`, `.git .`, `.git::$DATA`, `.git\hooks`. */
const DOT_GIT = /^(?:\.git|git~1)[ .]*(?:[:\\].*)?$/i;

/** Whether a path stays in the work tree and out of `.git`: what a repository of others contains need not. */
export const isPlainPath = (path: string, mode?: number): boolean =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !DOT_GIT.test(part)) &&
  !(mode === LINK && /(?:^|\/)\.gitmodules$/i.test(path));

/** Fails for a path that git refuses to have in an index, and so to write or remove. */
export function mustBePlain(path: string, mode?: number): void {
  if (!isPlainPath(path, mode)) throw new GitFailure(`invalid path '${path}'`, 128, 'error: ');
}
