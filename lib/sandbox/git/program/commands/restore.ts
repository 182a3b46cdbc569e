import { GitFailure } from '../../git-failure';
import { patchByAnswers } from '../stage/add-patch';
import { openWorkTree } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { conflictStyle } from '../worktree/merge-into-work';
import { readOptions } from '../terminal/options';
import { pathspecs } from '../setup/pathspec';
import { recreateConflicts, restorePaths, takeSide } from '../worktree/restore-paths';
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
      plain: '--no-overlay --progress --no-progress --no-recurse-submodules --ignore-skip-worktree-bits',
    },
    values: { source: '-s --source', conflict: '--conflict' },
  });
  const { is } = options;
  const context = await openWorkTree(io);
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
