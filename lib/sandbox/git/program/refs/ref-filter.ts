import { GitFailure } from '../../git-failure';
import type { Ref } from '../../store/refs';
import { parseTag, peel } from '../../store/tag';
import type { Context } from '../setup/context';
import { isAncestor, reachable } from './history';
import type { Options } from '../terminal/options';
import { findCommit, findObject } from './revision';

/** The options of `branch` and `tag` about the commits of refs, whose value may be left out at the end. */
export const COMMIT_FILTERS = {
  contains: '--contains --with',
  noContains: '--no-contains --without',
  merged: '--merged',
  noMerged: '--no-merged',
} as const;

/** The options that `branch`, `tag` and `for-each-ref` have about the commits of refs. */
type FilterOptions = Pick<
  Options<never, 'pointsAt' | 'contains' | 'noContains' | 'merged' | 'noMerged'>,
  'value' | 'values'
>;

/** Whether a ref fits `--contains`, `--merged`, `--points-at` and the like. */
export async function refFilter(
  context: Context,
  { value, values }: FilterOptions,
): Promise<(ref: Pick<Ref, 'oid'>) => Promise<boolean>> {
  const commitsOf = async (names: readonly string[], code: number) => {
    const found: string[] = [];
    for (const name of names) {
      const oid = await findCommit(context, name || 'HEAD');
      if (oid === undefined) throw new GitFailure(`malformed object name ${name || 'HEAD'}`, code);
      found.push(oid);
    }
    return found;
  };
  const [contains, noContains] = [await commitsOf(values('contains'), 129), await commitsOf(values('noContains'), 129)];
  const behind = async (names: readonly string[]) =>
    names.length === 0 ? undefined : reachable(context, await commitsOf(names, 128));
  const [merged, noMerged] = [await behind(values('merged')), await behind(values('noMerged'))];
  const points = value('pointsAt');
  const pointed = points === undefined ? undefined : await findObject(context, points || 'HEAD');
  if (points !== undefined && pointed === undefined) throw new GitFailure(`malformed object name '${points}'`, 129);
  const asksHistory = contains.length + noContains.length > 0 || merged !== undefined || noMerged !== undefined;
  const holdsAny = async (all: readonly string[], commit: string) => {
    for (const one of all) if (await isAncestor(context, one, commit)) return true;
    return false;
  };
  return async ({ oid }) => {
    if (pointed !== undefined && pointed !== oid) {
      // Only what the tag itself points to counts, not what a tag of a tag leads to.
      const found = await context.objects.find(oid);
      if (found?.kind !== 'tag' || parseTag(found.data).object !== pointed) return false;
    }
    if (!asksHistory) return true;
    const commit = await peel(context.objects, oid, 'commit');
    if (commit === undefined) return false;
    if (contains.length > 0 && !(await holdsAny(contains, commit))) return false;
    if (await holdsAny(noContains, commit)) return false;
    return (merged?.has(commit) ?? true) && !noMerged?.has(commit);
  };
}

/** Warns of the refs that are left out because what their files hold is neither an id nor a ref's name. */
export async function warnOfBroken({ refs, io }: Context, prefix?: string): Promise<void> {
  for (const { name, dangling } of (await refs.look(prefix)).broken)
    if (!dangling) io.err(`warning: ignoring broken ref ${name}\n`);
}

/** All refs for what walks history from them; fails if one leads to nothing that is there. */
export async function soundRefs({ refs, objects }: Pick<Context, 'refs' | 'objects'>, prefix?: string): Promise<Ref[]> {
  const found = await refs.look(prefix);
  const lost = found.broken.filter(({ dangling }) => !dangling).map(({ name }) => name);
  for (const { name, oid } of found.refs) if (!(await objects.find(oid))) lost.push(name);
  const [first] = lost.toSorted();
  if (first !== undefined) throw new GitFailure(`bad object ${first}`);
  return found.refs;
}
