import { isBelow } from '../../../paths';
import { readGitText } from '../../git-fs';
import { parentFolder } from '../../repository';
import type { Context } from './context';

/** The folders of other worktrees inside this one, from its root: their files are not its own. */
export async function worktreeFolders({ fs, root, common }: Context): Promise<string[]> {
  const names = await fs.readdir(`${common}/worktrees`).catch(() => []);
  const dots = await Promise.all(names.map((name) => readGitText(fs, `${common}/worktrees/${name}/gitdir`)));
  return dots.flatMap((dot) => {
    const folder = parentFolder(dot?.trim() ?? '');
    return folder !== root && isBelow(folder, root) ? [folder.slice(root.length + 1)] : [];
  });
}
