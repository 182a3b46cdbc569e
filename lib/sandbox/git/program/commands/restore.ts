import { GitFailure } from '../../git-failure';
import { patchByAnswers } from '../stage/add-patch';
import { openWorkTree } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { conflictStyle } from '../worktree/merge-into-work';
import { readOptions, type Options } from '../terminal/options';
import { pathspecs } from '../setup/pathspec';
import { recreateConflicts, restorePaths, takeSide } from '../worktree/restore-paths';
import { RECURSING } from '../submodule/follow-submodules';
import { headCommit } from '../../repository';
import { findObject, resolveTree } from '../refs/revision';

export const gitRestore: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      staged: '-S --staged',
      work: '-W --worktree',
      quiet: '-q --quiet',
      ours: '--ours',
      theirs: '--theirs',
      merge: '-m --merge',
      patch: '-p --patch',
      overlay: '--overlay',
      ignore: '--ignore-unmerged',
      noOverlay: '--no-overlay',
      plain: '--progress --no-progress --ignore-skip-worktree-bits',
      ...RECURSING,
    },
    values: { source: '-s --source', conflict: '--conflict' },
  });
  const { is } = options;
  const context = await openWorkTree(io);
  mustFit(options);
  if (options.rest.length === 0 && !is('patch')) throw new GitFailure('you must specify path(s) to restore');
  const specs = pathspecs(context, io.cwd, options.rest);
  const source = options.value('source') ?? (is('staged') ? 'HEAD' : undefined);
  if (is('patch')) {
    const use = !is('staged') ? 'discard' : is('work') ? 'checkout' : 'unstage';
    return void (await patchByAnswers(context, use, specs, { commit: source }));
  }
  if (is('ours') || is('theirs')) return void (await takeSide(context, specs, is('ours') ? 2 : 3));
  const written = options.value('conflict');
  if (is('merge') || written !== undefined) {
    return void (await recreateConflicts(
      context,
      specs,
      written === 'diff3' || written === 'zdiff3' ? written : conflictStyle(context),
    ));
  }
  if (source === 'HEAD' && (await headCommit(context)) === undefined) throw new GitFailure('could not resolve HEAD');
  if (source !== undefined && (await findObject(context, source)) === undefined)
    throw new GitFailure(`could not resolve ${source}`);
  await restorePaths(context, specs, {
    ...(source !== undefined && { from: await resolveTree(context, source) }),
    work: is('work') || !is('staged'),
    index: is('staged'),
    overlay: is('overlay') || source === undefined,
    ignoreConflicts: is('ignore'),
  });
};

/** Fails for options that contradict each other. */
function mustFit({
  is,
  value,
}: Options<'staged' | 'work' | 'ours' | 'theirs' | 'merge' | 'patch' | 'overlay' | 'ignore', 'conflict'>): void {
  const [onlyIndex, merges] = [is('staged') && !is('work'), is('merge') || value('conflict') !== undefined];
  if (is('patch') && is('overlay')) throw new GitFailure("options '-p' and '--overlay' cannot be used together");
  if (is('ignore') && is('patch')) throw new GitFailure("'--ignore-unmerged' cannot be used with updating paths");
  if (merges && is('patch')) throw new GitFailure("options '--merge' and '--patch' cannot be used together");
  if (is('ignore') && merges) throw new GitFailure("options '--ignore-unmerged' and '-m' cannot be used together");
  if (onlyIndex && (is('ours') || is('theirs')))
    throw new GitFailure("'--ours' or '--theirs' cannot be used with --staged");
  if (onlyIndex && merges) throw new GitFailure("'--merge' or '--conflict' cannot be used with --staged");
}
