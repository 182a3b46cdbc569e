import { mergeTrees } from '../../merge/merge-trees';
import type { Context } from '../setup/context';
import { mergeBases } from '../refs/history';
import { baseTree, filesOfCommit, mergeIntoWork } from '../worktree/merge-into-work';
import { switchTree, wayFailure } from '../worktree/switch-tree';
import { concludeMerge, madeBy, stopMerge } from './conclude-merge';
import { mergePlan, type MergeOptions } from './merge-options';

/** Merges several branches at once, one after the other into the tree. */
export async function octopus(
  context: Context,
  head: string,
  oids: readonly string[],
  names: readonly string[],
  message: string,
  options: MergeOptions,
): Promise<number> {
  const { io } = context;
  const forwards = mergePlan(options).forward !== 'noFf';
  await context.refs.write('ORIG_HEAD', head);
  let tree = await filesOfCommit(context, head);
  let at = head;
  for (const [index, oid] of oids.entries()) {
    const name = names[index] ?? '';
    const bases = await mergeBases(context, [head, oid]);
    if (at === head && index === 0 && bases[0] === head) {
      io.out(`Fast-forwarding to: ${name}\n`);
      tree = await filesOfCommit(context, oid);
      at = oid;
      continue;
    }
    io.out(`Trying simple merge with ${name}\n`);
    const [base, theirs] = [await baseTree(context, bases), await filesOfCommit(context, oid)];
    const rules = { labels: { ours: 'HEAD', base: '', theirs: name }, style: 'merge', renames: 'none' } as const;
    const merged = await mergeTrees(context.objects, base, tree, theirs, rules);
    if (merged.messages.length > 0)
      io.out(
        [
          'Simple merge did not work, trying automatic merge.',
          ...merged.messages.filter((line) => line.startsWith('Auto-merging')),
        ]
          .map((line) => `${line}\n`)
          .join(''),
      );
    if (merged.conflicts.size > 0) {
      const conflicts = [...merged.conflicts.keys()];
      io.err(
        `${conflicts.map((path) => `ERROR: content conflict in ${path}\n`).join('')}fatal: merge program failed\n`,
      );
      if (index < oids.length - 1) {
        io.out('Automated merge did not work.\nShould not be doing an octopus.\n');
        io.err('Merge with strategy octopus failed.\n');
        return 2;
      }
      // Those of the last branch are left to be solved by hand.
      const inTheWay =
        (await switchTree(context, await filesOfCommit(context, head), tree)) ??
        (await mergeIntoWork(context, base, tree, theirs, rules)).inTheWay;
      if (inTheWay) throw wayFailure(inTheWay, 'merge', 2);
      return stopMerge(context, oids, head, message, conflicts, options);
    }
    tree = merged.files;
  }
  const inTheWay = await switchTree(context, await filesOfCommit(context, head), tree);
  if (inTheWay) throw wayFailure(inTheWay, 'merge', 2);
  // A branch that HEAD was forwarded to stands for HEAD among the parents.
  const parents = at === head || !forwards ? [head, ...oids] : oids;
  return concludeMerge(context, { head, others: oids, names, message, made: madeBy('octopus'), parents }, options);
}
