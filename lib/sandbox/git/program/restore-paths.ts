import git from 'isomorphic-git';
import { GitFailure } from '../git-failure';
import { makeFolder, removeAll } from '../git-fs';
import { parentOf, type Repository } from '../repository';
import { changesBetween, type Side } from './changes';
import type { Pathspec } from './pathspec';
import { wantedBy } from './pathspec';

/** Brings files back as they are in a commit, or in the index. Gives how many. */
export async function restorePaths(
  repository: Repository,
  specs: readonly Pathspec[],
  { from, work, index }: { from?: string; work: boolean; index: boolean },
): Promise<number> {
  const { at, fs, root } = repository;
  const known = [
    ...(await git.listFiles(at)),
    ...(from === undefined ? [] : await git.listFiles({ ...at, ref: from })),
  ];
  for (const spec of specs) {
    if (!known.some((path) => spec.matches(path))) {
      throw new GitFailure(`pathspec '${spec.given}' did not match any file(s) known to git`, 1);
    }
  }
  const wanted = wantedBy(specs);
  const source: Side = from === undefined ? { kind: 'index' } : { kind: 'commit', oid: from };
  const touched = new Set<string>();
  if (index && from !== undefined) {
    for (const { path, after } of await changesBetween(repository, { kind: 'index' }, source, wanted)) {
      touched.add(path);
      if (after)
        await git.updateIndex({ ...at, filepath: path, oid: after.oid, mode: parseInt(after.mode, 8), add: true });
      else await git.remove({ ...at, filepath: path });
    }
  }
  if (work) {
    for (const { path, before } of await changesBetween(repository, source, { kind: 'work' }, wanted)) {
      touched.add(path);
      const full = `${root}/${path}`;
      await removeAll(fs, full);
      if (!before) continue;
      await makeFolder(fs, parentOf(full));
      const data = await before.read();
      if (before.mode === '120000') await fs.symlink(new TextDecoder().decode(data), full);
      else await fs.writeFile(full, data, before.mode === '100755' ? 0o755 : undefined);
    }
  }
  return touched.size;
}
