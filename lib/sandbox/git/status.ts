import git from 'isomorphic-git';
import { isBelow } from '../paths';
import { lookAt, readGitText } from './git-fs';
import { parentFolder, type Repository } from './repository';

/** How a file differs: `index` from the last commit, `work` from the index. `?` in both: it is untracked. */
export interface FileStatus {
  readonly path: string;
  readonly index: ' ' | 'A' | 'M' | 'D' | 'U' | '?';
  readonly work: ' ' | 'M' | 'D' | 'U' | '?';
}

/**
 * Every file that differs, by path. `refresh` updates the index for unchanged files; only ask for it if nothing else is
 * working in the repository.
 */
export async function readStatus(
  repository: Repository,
  { refresh = false, wanted }: { refresh?: boolean; wanted?: (path: string) => boolean } = {},
): Promise<FileStatus[]> {
  const { at } = repository;
  const rows = await git.statusMatrix({ ...at, refresh, ...(wanted && { filter: wanted }) });
  const unmerged = new Set(await unmergedPaths(repository));
  const nested = await nestedFolders(repository);
  return rows.flatMap(([path, head, work, stage]): FileStatus[] => {
    if (unmerged.has(path)) return [{ path, index: 'U', work: 'U' }];
    if (head === 0 && stage === 0 && nested.some((folder) => isBelow(path, folder))) return [];
    const found: FileStatus[] = [];
    const index = indexCode(head, stage);
    const changed = workCode(work, stage);
    if (index !== ' ' || changed !== ' ') found.push({ path, index, work: changed });
    if (stage === 0 && work !== 0) found.push({ path, index: '?', work: '?' });
    return found;
  });
}

function indexCode(head: number, stage: number): FileStatus['index'] {
  if (head === 0) return stage === 0 ? ' ' : 'A';
  if (stage === 0) return 'D';
  return stage === 1 ? ' ' : 'M';
}

function workCode(work: number, stage: number): FileStatus['work'] {
  if (stage === 0) return ' ';
  if (work === 0) return 'D';
  // 1: as in the commit, 2: as in the work tree, 3: neither.
  return stage === 2 || stage === work ? ' ' : 'M';
}

/** The folders of other worktrees inside this one: their files are not its own. */
async function nestedFolders({ fs, root, common }: Repository): Promise<string[]> {
  const names = await fs.readdir(`${common}/worktrees`).catch(() => []);
  const dots = await Promise.all(names.map((name) => readGitText(fs, `${common}/worktrees/${name}/gitdir`)));
  return dots.flatMap((dot) => {
    const folder = parentFolder(dot?.trim() ?? '');
    return folder !== root && isBelow(folder, root) ? [folder.slice(root.length + 1)] : [];
  });
}

/** Files that a merge, a cherry-pick or a rebase left in conflict. */
async function unmergedPaths({ fs, gitdir, at }: Repository): Promise<readonly string[]> {
  const heads = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];
  const stopped = await Promise.all(heads.map((name) => lookAt(fs, `${gitdir}/${name}`)));
  if (stopped.every((file) => file === undefined)) return [];
  const author = { name: 'nobody', email: 'nobody' };
  try {
    await git.commit({ ...at, message: 'merge', author, dryRun: true, noUpdateBranch: true });
    return [];
  } catch (error) {
    if (error instanceof git.Errors.UnmergedPathsError) return error.data.filepaths;
    throw error;
  }
}
