import { GitFailure } from '../../git-failure';
import { removeAll } from '../../git-fs';
import { headCommit } from '../../repository';
import { loadIndex, mustBeUnlocked, saveIndex, type Context } from '../setup/context';
import { filesOfCommit } from '../worktree/merge-into-work';
import { pathspecs, wantedBy } from '../setup/pathspec';
import { quotePath } from '../text/quote-path';
import { sparseCone } from '../setup/sparse-cone';
import { resetIndex } from '../worktree/switch-tree';
import { lookAtFile, stageFile } from '../worktree/work-files';
import { lookAtWork } from '../worktree/work-state';
import type { CommitOptions } from '../commit/commit-options';

/** What is to be committed, in the index of `context`. */
interface Staged {
  readonly context: Context;
  /** Sets the index, after the commit. */
  keep(): Promise<void>;
  /** Restores the index. */
  undo(): Promise<void>;
}

/** The index of a commit that stages more, or only some paths: the real one must not be lost if it is interrupted. */
const NEXT_INDEX = 'next-index.lock';

/** Stages what is to be committed. */
export async function stageForCommit(
  context: Context,
  options: CommitOptions,
  /** What is being concluded, of which no part can be committed alone. */
  middle: 'merge' | 'cherry-pick' | undefined,
): Promise<Staged> {
  const nothing = { context, keep: async () => undefined, undo: async () => undefined };
  const specs = pathspecs(
    context,
    context.io.cwd,
    options.is('patch') || options.is('interactive') ? [] : options.rest,
  );
  const index = await loadIndex(context);
  if (specs.length > 0 && options.is('all'))
    throw new GitFailure(`paths '${options.rest[0]} ...' with -a does not make sense`);
  const onlyNothing = options.is('only') && specs.length === 0;
  if (specs.length === 0 && !options.is('all') && !onlyNothing) return nothing;
  const wanted = onlyNothing ? () => false : wantedBy(specs);
  const head = await filesOfCommit(context, await headCommit(context));
  const known = [...head.keys(), ...index.paths()];
  for (const spec of specs) {
    if (!spec.excludes && !known.some(spec.matches)) {
      throw new GitFailure(`pathspec '${spec.given}' did not match any file(s) known to git`, 1);
    }
  }
  if (specs.length > 0 && middle !== undefined && !options.is('include'))
    throw new GitFailure(`cannot do a partial commit during a ${middle}.`);
  const cone = options.is('all') ? await sparseCone(context) : undefined;
  const { changed } = await lookAtWork(context, index, {
    wanted: (path) => wanted(path) && cone?.holds(path) !== false,
  });
  // Files of the last commit that the index does not have any more.
  const unstaged = specs.length === 0 ? [] : [...head.keys()].filter((path) => wanted(path) && !index.has(path));
  const stage = async (target: typeof index) => {
    for (const path of [...changed.keys(), ...unstaged]) {
      const stat = await lookAtFile(context, path);
      if (changed.get(path)?.kind === 'deleted' || !stat) target.remove(path);
      else target.set(await stageFile(context, target, path, stat));
    }
  };
  await stage(index);
  const stagesMore = options.is('all') || options.is('include');
  const next = stagesMore ? index : await loadIndex(context);
  if (!stagesMore) {
    // Only the named paths are committed: the rest of the index is the last commit's.
    resetIndex(next, head, (path) => !wanted(path));
    await stage(next);
  }
  await mustBeUnlocked(context);
  const file = `${context.gitdir}/${NEXT_INDEX}`;
  const inner = { ...context, io: { ...context.io, env: { ...context.io.env, GIT_INDEX_FILE: file } } };
  await writeBack(inner, next);
  return {
    context: inner,
    keep: async () => {
      // What a hook stages stays staged, unless only some paths are committed.
      await writeBack(context, stagesMore ? await loadIndex(inner) : index);
      await removeAll(context.fs, file);
    },
    undo: () => removeAll(context.fs, file),
  };
}

async function writeBack(context: Context, index: Awaited<ReturnType<typeof loadIndex>>): Promise<void> {
  index.changed = true;
  await saveIndex(context, index);
}

/** Fails if there are conflicts. */
export async function mustBeMerged(context: Context): Promise<void> {
  const conflicts = (await loadIndex(context)).conflicts();
  if (conflicts.length === 0) return;
  context.io.err(
    "error: Committing is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.\n",
  );
  context.io.out(conflicts.map((path) => `U\t${quotePath(path, context)}\n`).join(''));
  throw new GitFailure('');
}
