import { type Context } from '../setup/context';
import { commitHistory, isAncestor } from './history';
import { headText } from './standing';
import { peel } from '../../store/tag';

/** What git prints when HEAD is detached. */
export const DETACHED = `You are in 'detached HEAD' state. You can look around, make experimental
changes and commit them, and you can discard any commits you make in this
state without impacting any branches by switching back to a branch.

If you want to create a new branch to retain commits you create, you may
do so (now or later) by using -c with the switch command. Example:

  git switch -c <new-branch-name>

Or undo this operation with:

  git switch -

Turn off this advice by setting config variable advice.detachedHead to false

`;
/** The most lost commits that are listed. */
const MOST_LEFT = 4;

/** Warns of commits that no ref reaches any more. */
export async function sayLeft(context: Context, head: string, oid?: string): Promise<void> {
  const refs = await context.refs.list();
  for (const ref of refs) {
    const commit = await peel(context.objects, ref.oid, 'commit');
    if (commit !== undefined && (await isAncestor(context, head, commit))) {
      context.io.err(`Previous HEAD position was ${await headText(context, head)}\n`);
      return;
    }
  }
  if (oid !== undefined && (await isAncestor(context, head, oid))) return;
  const kept = oid === undefined ? [] : [oid];
  for (const ref of refs) kept.push(...[(await peel(context.objects, ref.oid, 'commit')) ?? []].flat());
  const left: string[] = [];
  for await (const commit of commitHistory(context, [head], { without: kept })) left.push(commit.oid);
  const listed = await Promise.all(left.slice(0, MOST_LEFT).map(async (one) => `  ${await headText(context, one)}\n`));
  const more = left.length > MOST_LEFT ? ` ... and ${left.length - MOST_LEFT} more.\n` : '';
  const [count, them] = left.length === 1 ? ['1 commit', 'it'] : [`${left.length} commits`, 'them'];
  context.io.err(
    `Warning: you are leaving ${count} behind, not connected to\nany of your branches:\n\n${listed.join('')}${more}\nIf you want to keep ${them} by creating a new branch, this may be a good time\nto do so with:\n\n git branch <new-branch-name> ${head.slice(0, 7)}\n\n`,
  );
}
