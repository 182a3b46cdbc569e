import { GitFailure } from '../../git-failure';
import { readCommit } from '../../store/commit';
import { parseTag } from '../../store/tag';
import { GITLINK, readTree } from '../../store/tree';
import type { Context } from '../setup/context';
import { parentsOf } from './history';

/** All objects reachable from some objects. `whole`: fails if one is missing, other than behind a shallow history. */
export async function closure(
  context: Context,
  starts: readonly string[],
  without: ReadonlySet<string> = new Set(),
  { whole = false }: { whole?: boolean } = {},
): Promise<Set<string>> {
  const objects = context.objects.asStored;
  const found = new Set<string>();
  const waiting = [...starts];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    if (found.has(oid) || without.has(oid)) continue;
    const object = await objects.find(oid);
    if (!object && whole) throw new GitFailure(`unable to read ${oid}`);
    if (!object) continue;
    found.add(oid);
    if (object.kind === 'tag') waiting.push(parseTag(object.data).object);
    else if (object.kind === 'commit') {
      const commit = await readCommit(objects, oid);
      waiting.push(commit.tree, ...(await parentsOf(context, commit)));
    } else if (object.kind === 'tree')
      for (const entry of await readTree(objects, oid)) if (entry.mode !== GITLINK) waiting.push(entry.oid);
  }
  return found;
}
