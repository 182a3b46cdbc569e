import { GitFailure } from '../../git-failure';
import { currentBranch } from '../../repository';
import { readCommit } from '../../store/commit';
import { asBoolean } from '../../store/config';
import { publishedPatchId } from '../commit/published-patch-id';
import { commitHistory, mergeBases } from '../refs/history';
import { resolveCommit } from '../refs/revision';
import { upstreamOf } from '../refs/upstream';
import type { Context } from '../setup/context';

/** The commit that the mails are said to build on: the one that is named, or where the branch left its upstream. */
export async function baseFor(
  context: Context,
  oids: readonly string[],
  written: string | undefined,
): Promise<string | undefined> {
  const setting = context.config.get('format.useAutoBase');
  const ifAble = written === undefined && setting?.toLowerCase() === 'whenable';
  const auto = written === 'auto' || (written === undefined && (ifAble || asBoolean(setting ?? 'false') === true));
  if (!auto) return written === undefined || written === 'no' ? undefined : resolveCommit(context, written);
  const branch = await currentBranch(context);
  const upstream = branch === undefined ? undefined : upstreamOf(context, branch);
  const tip = upstream && (await context.refs.resolve(upstream.ref));
  if (tip === undefined && ifAble) return undefined;
  if (tip === undefined)
    throw new GitFailure(
      'failed to get upstream, if you want to record base commit automatically,\nplease use git branch --set-upstream-to to track a remote branch.\nOr you could specify base commit by --base=<base-commit-id> manually',
    );
  const [base, other] = await mergeBases(context, [tip, ...oids]);
  if (base !== undefined && other === undefined) return base;
  if (ifAble) return undefined;
  throw new GitFailure('could not find exact merge base');
}

/** The commit that the mails build on, and the patches between it and the first of them. */
export async function groundText(context: Context, from: string, oids: readonly string[]): Promise<string> {
  if (oids.includes(from)) throw new GitFailure("base commit shouldn't be in revision list");
  const [first] = oids;
  const parents = first === undefined ? [] : (await readCommit(context.objects, first)).parents;
  const between: string[] = [];
  for await (const commit of commitHistory(context, parents, { without: [from] }))
    between.unshift(`prerequisite-patch-id: ${await publishedPatchId(context, commit)}\n`);
  return `\nbase-commit: ${from}\n${between.join('')}`;
}
