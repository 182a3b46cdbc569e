import { mergeTrees } from '../../merge/merge-trees';
import type { Context } from '../context';
import { mergeBases } from '../history';
import { baseTree, filesOfCommit } from '../merge-into-work';
import { switchTree, wayFailure } from '../switch-tree';
import { concludeMerge } from './conclude-merge';
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
    const merged = await mergeTrees(
      context.objects,
      await baseTree(context, bases),
      tree,
      await filesOfCommit(context, oid),
      { labels: { ours: 'HEAD', base: '', theirs: name }, style: 'merge', renames: 'none' },
    );
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
      io.err('Should not be doing an octopus.\nMerge with strategy octopus failed.\n');
      return 2;
    }
    tree = merged.files;
  }
  const inTheWay = await switchTree(context, await filesOfCommit(context, head), tree);
  if (inTheWay) throw wayFailure(inTheWay, 'merge', 2);
  // A branch that HEAD was forwarded to stands for HEAD among the parents.
  const parents = at === head || !forwards ? [head, ...oids] : oids;
  return concludeMerge(context, { head, others: oids, names, message, strategy: 'octopus', parents }, options);
}
