import { GitFailure } from '../../git-failure';
import { mergeTrees, type Tree } from '../../merge/merge-trees';
import { sameEntry } from '../../store/tree';
import type { Context } from '../setup/context';
import { baseTree, filesOfCommit, mergeIntoWork } from '../worktree/merge-into-work';
import { wayFailure } from '../worktree/switch-tree';
import { concludeMerge, madeBy, stopMerge } from './conclude-merge';
import type { MergeOptions } from './merge-options';

/** git names the sides after files of its own, which have random names. */
const LABELS = { ours: '.merge_file_ours', base: '.merge_file_base', theirs: '.merge_file_theirs' };

/** `merge -s resolve`: merges file by file and follows no renames. */
export async function resolveMerge(
  context: Context,
  { head, other, names, bases }: { head: string; other: string; names: readonly string[]; bases: readonly string[] },
  message: string,
  options: MergeOptions,
): Promise<number> {
  const { io } = context;
  if (bases.length === 0) return failed(context);
  const [base, ours, theirs] = [
    await baseTree(context, bases),
    await filesOfCommit(context, head),
    await filesOfCommit(context, other),
  ];
  const rules = { labels: LABELS, style: 'merge', renames: 'none' } as const;
  const { messages, conflicts } = await mergeTrees(context.objects, base, ours, theirs, rules);
  const odd = [...conflicts].find(([path, [, mine, their]]) => !mine || !their || path.includes('~'));
  if (odd)
    throw new GitFailure(
      `the strategy resolve is not supported in this sandbox for ${odd[0]}, which one side removed or replaced: leave it out`,
      2,
    );
  // With a single base, git first tries what needs no look at any file.
  const isTrivial = bases.length === 1 && isTrivialMerge(base, ours, theirs);
  if (bases.length === 1) io.out(`Trying really trivial in-index merge...\n${isTrivial ? '' : 'Nope.\n'}`);
  if (bases.length === 1 && !isTrivial) io.err('error: Merge requires file-level merging\n');
  const { inTheWay } = await mergeIntoWork(context, base, ours, theirs, rules);
  if (inTheWay) {
    io.err(`error: ${wayFailure(inTheWay, 'merge').message}\n`);
    return failed(context);
  }
  if (isTrivial) {
    io.out('Wonderful.\n');
    return concludeMerge(context, { head, others: [other], names, message, made: 'In-index merge' }, options);
  }
  io.out('Trying simple merge.\n');
  if (messages.length > 0) io.out('Simple merge failed, trying Automatic merge.\n');
  for (const path of messages.flatMap((line) => /^Auto-merging (.*)$/.exec(line)?.[1] ?? [])) {
    const isNew = conflicts.has(path) && !base.has(path);
    io.out(isNew ? `Added ${path} in both, but differently.\n` : `Auto-merging ${path}\n`);
    if (conflicts.has(path)) io.err(`ERROR: content conflict in ${path}\n`);
  }
  if (conflicts.size === 0)
    return concludeMerge(context, { head, others: [other], names, message, made: madeBy('resolve') }, options);
  io.err('fatal: merge program failed\n');
  return stopMerge(context, [other], head, message, [...conflicts.keys()], options);
}

/** Whether every file changed on one side at most, or in the same way on both; a removed one counts only if both removed it. */
function isTrivialMerge(base: Tree, ours: Tree, theirs: Tree): boolean {
  return [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].every((path) => {
    const [old, mine, other] = [base.get(path), ours.get(path), theirs.get(path)];
    if (sameEntry(mine, other)) return true;
    return (other !== undefined && sameEntry(old, mine)) || (mine !== undefined && sameEntry(old, other));
  });
}

function failed({ io }: Context): number {
  io.err('Merge with strategy resolve failed.\n');
  return 2;
}
