import type { SubmoduleMerge } from '../../merge/merge-trees';
import { findRepository } from '../../repository';
import { lookAt } from '../../git-fs';
import { readConfig } from '../setup/config';
import type { Context } from '../setup/context';
import { isAncestor } from '../refs/history';

/** The repository of a submodule that is checked out; undefined if it is not. */
async function innerContext({ fs, root, io }: Context, path: string): Promise<Context | undefined> {
  const folder = `${root}/${path}`;
  if (!(await lookAt(fs, `${folder}/.git`))) return undefined;
  const inner = await findRepository(fs, folder);
  return inner && { ...inner, io: { ...io, cwd: folder }, config: await readConfig(io, inner) };
}

/** Merges a submodule as git does: where one commit contains the other, that one; the rest is left to the user. */
export const mergeSubmodule =
  (context: Context): SubmoduleMerge =>
  async (path, { base, ours, theirs }) => {
    const failed = (why: string) => ({ merged: undefined, said: `Failed to merge submodule ${path}${why}` });
    const inner = await innerContext(context, path);
    if (!inner) return failed(' (not checked out)');
    if (base === undefined) return failed(' (no merge base)');
    for (const oid of [base, ours, theirs])
      if (!(await inner.objects.find(oid))) return failed(' (commits not present)');
    if (!(await isAncestor(inner, base, ours)) || !(await isAncestor(inner, base, theirs)))
      return failed(" (commits don't follow merge-base)");
    const forward = (oid: string) => ({ merged: oid, said: `Note: Fast-forwarding submodule ${path} to ${oid}` });
    if (await isAncestor(inner, ours, theirs)) return forward(theirs);
    if (await isAncestor(inner, theirs, ours)) return forward(ours);
    return failed('');
  };
