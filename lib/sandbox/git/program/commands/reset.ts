import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { resolveFrom } from '../../../paths';
import { headCommit } from '../../repository';
import { letterOf } from '../../diff/file-change';
import { patchByAnswers } from '../stage/add-patch';
import { loadIndex, openContext, saveIndex, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { filesOfCommit } from '../worktree/merge-into-work';
import { followSubmodules, leaveSubmodules, linksOf, RECURSING, takesSubmodules } from '../submodule/follow-submodules';
import { readOptions } from '../terminal/options';
import { pathspecs, wantedBy, type Pathspec } from '../setup/pathspec';
import { resetMerge } from '../worktree/reset-merge';
import { ambiguous, findCommit, findObject, resolveTree, unknownRevision } from '../refs/revision';
import { headText } from '../refs/standing';
import { standingOf } from '../commit/status-text';
import { afterConcluding } from '../sequencer/sequencer';
import { giveUpStopped } from '../stash/autostash';
import { hasState } from '../setup/state';
import { forceTree, resetIndex, switchTree, notUpToDate } from '../worktree/switch-tree';
import { moveHead } from '../refs/update-refs';
import { flattenTree } from '../../store/tree';
import { bareEntry, type GitIndex, type IndexEntry } from '../../store/index-file';

export const reset: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      soft: '--soft',
      mixed: '--mixed',
      hard: '--hard',
      keep: '--keep',
      merge: '--merge',
      quiet: '-q --quiet',
      patch: '-p --patch',
      intend: '-N --intent-to-add',
      plain: '--refresh --no-refresh',
      ...RECURSING,
    },
  });
  const context = await openContext(io);
  const mode = options.last('soft', 'mixed', 'hard', 'keep', 'merge');
  const { revision, paths } = await split(context, options.before, options.paths);
  const specs = pathspecs(context, io.cwd, paths);
  if (options.is('intend') && mode !== undefined && mode !== 'mixed')
    throw new GitFailure("the option '-N' requires '--mixed'");
  if (options.is('patch') && mode !== undefined)
    throw new GitFailure("options '--patch' and '--{hard,mixed,soft}' cannot be used together");
  if (options.is('patch')) return void (await patchByAnswers(context, 'unstage', specs, { commit: revision }));
  if (specs.length > 0) {
    if (mode === 'mixed') io.err("warning: --mixed with paths is deprecated; use 'git reset -- <paths>' instead.\n");
    else if (mode !== undefined) throw new GitFailure(`Cannot do ${mode} reset with paths.`);
    return resetPaths(context, revision, specs, { quiet: options.is('quiet'), intend: options.is('intend') });
  }
  if (context.bare && mode !== 'soft')
    throw new GitFailure(`${mode ?? 'mixed'} reset is not allowed in a bare repository`);
  const target = await findCommit(context, revision ?? 'HEAD');
  const head = await headCommit(context);
  // Before the first commit, only what is before `--` can be a HEAD that is not there.
  if (target === undefined && revision !== undefined && !(revision === 'HEAD' && options.paths))
    throw unknownRevision(revision);
  if (mode === 'soft' && (await loadIndex(context)).conflicts().length > 0)
    throw new GitFailure('Cannot do a soft reset in the middle of a merge.');
  if (mode === 'keep' && (await hasState(context, 'MERGE_HEAD')))
    throw new GitFailure('Cannot do a keep reset in the middle of a merge.');
  const to = await filesOfCommit(context, target);
  const recurses = mode === 'hard' && takesSubmodules(context, options.last('recurse', 'noRecurse'));
  const links = recurses ? await linksOf(context) : undefined;
  const index = await loadIndex(context);
  const noReset = `\nfatal: Could not reset index file to revision '${revision ?? 'HEAD'}'.`;
  if (mode === 'hard') {
    if (links) await leaveSubmodules(context, links, to);
    await forceTree(context, index, to, noReset);
    await saveIndex(context, index);
    if (links) await followSubmodules(context, true);
  } else if (mode === 'merge') await resetMerge(context, target, revision);
  else if (mode === 'keep') {
    const inTheWay = await switchTree(context, await filesOfCommit(context, head), to);
    if (inTheWay)
      throw new GitFailure(
        `${notUpToDate([...inTheWay.changed, ...inTheWay.untracked, ...(inTheWay.folders ?? [])][0])}${noReset}`,
        128,
        'error: ',
      );
    const after = await loadIndex(context);
    resetIndex(after, to);
    await saveIndex(context, after);
  } else if (mode !== 'soft') {
    const added = options.is('intend') ? addedTo(index, to) : [];
    resetIndex(index, to);
    for (const path of index.conflicts()) if (!to.has(path)) index.remove(path);
    await intendToAdd(context, index, added);
    await saveIndex(context, index);
  }
  if (target !== undefined) {
    if (head !== undefined) await context.refs.write('ORIG_HEAD', head);
    const action = io.env.GIT_REFLOG_ACTION;
    await moveHead(context, target, action ? `${action}: updating HEAD` : `reset: moving to ${revision ?? 'HEAD'}`);
  }
  if (mode !== 'soft' && mode !== 'keep') {
    const stood = (await hasState(context, 'CHERRY_PICK_HEAD')) || (await hasState(context, 'REVERT_HEAD'));
    await giveUpStopped(context);
    if (stood) await afterConcluding(context);
  }
  if (options.is('quiet')) return;
  if (mode === 'hard' && target !== undefined) io.out(`HEAD is now at ${await headText(context, target)}\n`);
  if (mode === undefined || mode === 'mixed') await sayUnstaged(context);
};

/** What the index has and a tree has not. */
const addedTo = (index: GitIndex, tree: ReadonlyMap<string, unknown>): IndexEntry[] =>
  index.all().filter(({ path, stage }) => stage === 0 && !tree.has(path));

async function intendToAdd(context: Context, index: GitIndex, added: readonly IndexEntry[]): Promise<void> {
  const oid = added.length > 0 ? await context.objects.write('blob', new Uint8Array()) : '';
  for (const { path, mode } of added) index.set({ ...bareEntry(path, { mode, oid }), intentToAdd: true });
}

async function sayUnstaged(context: Context): Promise<void> {
  if (context.bare) return;
  const { changed, index } = await standingOf(context, { renames: false });
  await saveIndex(context, index);
  if (changed.length > 0)
    context.io.out(
      `Unstaged changes after reset:\n${changed.map((change) => `${change.before ? letterOf(change) : 'A'}\t${change.path}\n`).join('')}`,
    );
}

async function split(
  context: Context,
  before: readonly string[],
  paths: readonly string[] | undefined,
): Promise<{ revision: string | undefined; paths: string[] }> {
  const [first, ...others] = before;
  if (first === undefined) return { revision: undefined, paths: [...(paths ?? [])] };
  const found = await findObject(context, first);
  const isThere = (await lookAt(context.fs, resolveFrom(context.io.cwd, first))) !== undefined;
  if (found !== undefined) {
    if (isThere && paths === undefined) throw ambiguous(first);
    if (others.length === 0 || paths === undefined) return { revision: first, paths: [...others, ...(paths ?? [])] };
  }
  const isPath = isThere || /^:[(/!^]|[*?[]/.test(first);
  return isPath && paths === undefined
    ? { revision: undefined, paths: [...before] }
    : { revision: first, paths: [...others, ...(paths ?? [])] };
}

async function resetPaths(
  context: Context,
  revision: string | undefined,
  specs: readonly Pathspec[],
  { quiet, intend }: { quiet: boolean; intend: boolean },
): Promise<void> {
  const head = await headCommit(context);
  const to =
    revision === undefined && head === undefined
      ? new Map()
      : await flattenTree(context.objects, await resolveTree(context, revision ?? 'HEAD'));
  const index = await loadIndex(context);
  const wanted = wantedBy(specs);
  const added = intend ? addedTo(index, to).filter(({ path }) => wanted(path)) : [];
  for (const path of index.conflicts()) if (wanted(path)) index.remove(path);
  resetIndex(index, to, wanted);
  await intendToAdd(context, index, added);
  await saveIndex(context, index);
  if (!quiet) await sayUnstaged(context);
}
