import { readCommit } from '../store/commit';
import { parseTag } from '../store/tag';
import { GITLINK, readTree } from '../store/tree';
import type { Context } from './context';

/** All objects reachable from some objects. */
export async function closure(
  context: Context,
  starts: readonly string[],
  without: ReadonlySet<string> = new Set(),
): Promise<Set<string>> {
  const objects = context.objects.asStored;
  const found = new Set<string>();
  const waiting = [...starts];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    if (found.has(oid) || without.has(oid)) continue;
    const object = await objects.find(oid);
    if (!object) continue;
    found.add(oid);
    if (object.kind === 'tag') waiting.push(parseTag(object.data).object);
    else if (object.kind === 'commit') {
      const { tree, parents } = await readCommit(objects, oid);
      waiting.push(tree, ...parents);
    } else if (object.kind === 'tree')
      for (const entry of await readTree(objects, oid)) if (entry.mode !== GITLINK) waiting.push(entry.oid);
  }
  return found;
}
