import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import type { ChangedFile } from '../../diff/file-change';
import type { Context } from '../setup/context';
import { foldersOf } from '../worktree/file-set';
import { globPattern } from '../setup/glob';

/** `-O<file>`: changes in the order of the first pattern in the file that matches their path or a folder that it is in. */
export async function orderChanges(
  { fs, io }: Context,
  changes: readonly ChangedFile[],
  file: string,
): Promise<ChangedFile[]> {
  const text = await readGitText(fs, resolveFrom(io.cwd, file));
  if (text === undefined) throw new GitFailure(`failed to read orderfile '${file}': No such file or directory`);
  const globs = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => globPattern(line, { slashes: true }));
  const place = ({ path }: ChangedFile) => {
    const names = [path, ...foldersOf(path)];
    const at = globs.findIndex((glob) => names.some((name) => glob.test(name)));
    return at < 0 ? globs.length : at;
  };
  return changes.toSorted((a, b) => place(a) - place(b));
}
