import { sameEntry, type FileEntry } from '../store/tree';

type Side = FileEntry | undefined;

/** What becomes of a path of the index when trees are merged into it. */
export type Fate =
  /** The entry of the index stays, if there is one. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'take'; readonly entry: FileEntry }
  | { readonly kind: 'drop' }
  /** Only a person or another program can say: the versions stand beside each other, base, ours and theirs. */
  | { readonly kind: 'open'; readonly stages: readonly [Side, Side, Side] }
  | { readonly kind: 'refuse' };

const KEEP: Fate = { kind: 'keep' };
const DROP: Fate = { kind: 'drop' };
const REFUSE: Fate = { kind: 'refuse' };
const take = (entry: FileEntry): Fate => ({ kind: 'take', entry });

/** One tree is put in place of the index. */
export const onlyTree = (own: Side, tree: Side): Fate => (!tree ? DROP : sameEntry(own, tree) ? KEEP : take(tree));

/** The changes from one tree to another are carried over: "Two Tree Merge" in git-read-tree(1). */
export function fromTreeToTree(own: Side, from: Side, to: Side): Fate {
  if (!own) {
    if (!to) return DROP;
    if (!from) return take(to);
    return sameEntry(from, to) ? KEEP : REFUSE;
  }
  if ((!from && !to) || (to && sameEntry(own, to)) || (from && to && sameEntry(from, to))) return KEEP;
  if (!from || !sameEntry(own, from)) return REFUSE;
  return to ? take(to) : DROP;
}

/** Both sides' changes to a base are put together: "3-Way Merge" in git-read-tree(1). */
export function bothSides(
  own: Side,
  base: Side,
  ours: Side,
  theirs: Side,
  { aggressive }: { readonly aggressive: boolean },
): Fate {
  const differ = !sameEntry(ours, theirs);
  const [isOurs, isTheirs] = [differ && sameEntry(base, ours), differ && sameEntry(base, theirs)];
  if (theirs && isOurs) return own && !sameEntry(own, theirs) && !sameEntry(own, ours) ? REFUSE : take(theirs);
  if (own && !sameEntry(own, ours)) return REFUSE;
  if (ours && (!differ || isTheirs)) return take(ours);
  if (!ours && !theirs && !base) return DROP;
  if (aggressive && ((!ours && !theirs) || (!ours && isTheirs) || (!theirs && isOurs))) return DROP;
  return { kind: 'open', stages: [base, ours, theirs] };
}
