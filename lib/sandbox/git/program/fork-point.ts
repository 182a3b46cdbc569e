import type { Context } from './context';
import { isAncestor } from './history';
import { NOTHING, readReflog } from './reflog';
import { fullRef } from './revision';

/** The last commit that a ref pointed to, now or before, and that `tip` is built on; undefined if there is none. */
export async function forkPoint(context: Context, name: string, tip: string): Promise<string | undefined> {
  const ref = await fullRef(context, name);
  const now = ref === undefined ? undefined : await context.refs.resolve(ref);
  if (ref === undefined || now === undefined) return undefined;
  const moves = await readReflog(context, ref);
  // What it pointed to before the first entry counts too: a clone notes nothing of it.
  const first = moves.at(-1)?.before;
  for (const oid of [
    now,
    ...moves.map(({ after }) => after),
    ...(first === undefined || first === NOTHING ? [] : [first]),
  ])
    if (await isAncestor(context, oid, tip)) return oid;
  return undefined;
}
