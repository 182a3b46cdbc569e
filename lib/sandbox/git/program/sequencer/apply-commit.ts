import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import type { Commit } from '../../store/commit';
import { firstLine } from '../commit/make-commit';
import { loadIndex, type Context } from '../setup/context';
import { conflictStyle, filesOfCommit, mergeIntoWork } from '../worktree/merge-into-work';
import type { StrategyRules } from './strategy-option';
import type { InTheWay } from '../worktree/switch-tree';

export interface ApplyRules {
  readonly action: 'pick' | 'revert';
  /** Which parent of a merge the changes are relative to, from 1. */
  readonly mainline?: number;
  readonly strategy?: StrategyRules;
  /** Applies on top of the index, not of HEAD. */
  readonly noCommit?: boolean;
}

export interface Applied {
  readonly clean: boolean;
  readonly messages: readonly string[];
  readonly conflicts: readonly string[];
  readonly inTheWay: InTheWay | undefined;
}

/** Applies a commit's changes, or their reverse, to the index and the files. */
export async function applyCommit(
  context: Context,
  commit: Commit,
  { action, mainline, strategy, noCommit }: ApplyRules,
): Promise<Applied> {
  const parent = parentFor(commit, mainline, action);
  const short = commit.oid.slice(0, 7);
  const title = `${short} (${firstLine(commit.message)})`;
  const parentTitle = parent === undefined ? '(empty tree)' : `parent of ${title}`;
  const [base, theirs] = action === 'pick' ? [parent, commit.oid] : [commit.oid, parent];
  const labels =
    action === 'pick'
      ? { ours: 'HEAD', base: parentTitle, theirs: title }
      : { ours: 'HEAD', base: title, theirs: parentTitle };
  const { merge, inTheWay } = await mergeIntoWork(
    context,
    await filesOfCommit(context, base),
    noCommit ? (await loadIndex(context)).files() : await filesOfCommit(context, await headCommit(context)),
    await filesOfCommit(context, theirs),
    {
      labels,
      style: conflictStyle(context),
      ...strategy,
    },
  );
  return {
    clean: merge.conflicts.size === 0,
    messages: merge.messages,
    conflicts: [...merge.conflicts.keys()],
    inTheWay,
  };
}

const noParent = (oid: string, mainline: number, action: ApplyRules['action']): GitFailure =>
  new GitFailure(
    `commit ${oid} does not have parent ${mainline}\nfatal: ${action === 'revert' ? 'revert' : 'cherry-pick'} failed`,
    128,
    'error: ',
  );

function parentFor(
  { oid, parents }: Commit,
  mainline: number | undefined,
  action: ApplyRules['action'],
): string | undefined {
  if (parents.length > 1) {
    if (mainline === undefined)
      throw new GitFailure(
        `commit ${oid} is a merge but no -m option was given.\nfatal: ${action === 'revert' ? 'revert' : 'cherry-pick'} failed`,
        128,
        'error: ',
      );
    const parent = parents[mainline - 1];
    if (parent === undefined) throw noParent(oid, mainline, action);
    return parent;
  }
  if (mainline !== undefined && mainline > 1) throw noParent(oid, mainline, action);
  return parents[0];
}
