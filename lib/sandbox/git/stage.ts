import git from 'isomorphic-git';
import type { Repository } from './repository';
import { readStatus } from './status';

/** Stages all changes; `wanted` limits the files, `known` leaves out untracked ones. */
export async function stageChanges(
  repository: Repository,
  { wanted, known = false }: { wanted?: (path: string) => boolean; known?: boolean } = {},
): Promise<void> {
  const { at } = repository;
  const changed = await readStatus(repository, { refresh: true, ...(wanted && { wanted }) });
  const present = changed.filter(({ work }) => work === 'M' || work === 'U' || (work === '?' && !known));
  const { fs, root } = repository;
  const kept: string[] = [];
  for (const { path, work } of present) {
    if (work === 'U' && !(await fs.lstat(`${root}/${path}`).catch(() => undefined))) {
      await git.remove({ ...at, filepath: path });
    } else kept.push(path);
  }
  if (kept.length > 0) await git.add({ ...at, filepath: kept, force: true });
  for (const { path, work } of changed) if (work === 'D') await git.remove({ ...at, filepath: path });
}
