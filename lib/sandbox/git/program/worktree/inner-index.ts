import { lookAt } from '../../git-fs';
import type { GitIndex, IndexEntry } from '../../store/index-file';
import { GITLINK } from '../../store/tree';
import { loadIndex, openContext, type Context } from '../setup/context';
import { innerHead } from './gitlink';

/** An entry of an index, its path as the outermost repository sees it, with the repository that it is of. */
export interface InnerEntry {
  readonly entry: IndexEntry;
  readonly own: Context;
}

/** The entries of an index, those of submodules that are checked out in place of the submodules (`--recurse-submodules`). */
export async function entriesWithin(own: Context, index: GitIndex, prefix = ''): Promise<InnerEntry[]> {
  const found: InnerEntry[] = [];
  for (const entry of index.all()) {
    const inner = entry.mode === GITLINK ? await innerContext(own, entry.path) : undefined;
    if (inner) found.push(...(await entriesWithin(inner, await loadIndex(inner), `${prefix}${entry.path}/`)));
    else found.push({ entry: { ...entry, path: prefix + entry.path }, own });
  }
  return found;
}

/** The repository of a submodule; undefined if it is not checked out. */
export async function innerContext(context: Context, path: string): Promise<Context | undefined> {
  const folder = `${context.root}/${path}`;
  if (!(await lookAt(context.fs, folder)) || (await innerHead(context, path)) === undefined) return undefined;
  return openContext({ ...context.io, cwd: folder });
}
