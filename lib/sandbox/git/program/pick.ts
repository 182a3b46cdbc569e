import git from 'isomorphic-git';
import { GitFailure } from '../git-failure';
import { readText, writeText } from '../git-fs';
import { headCommit, type Repository } from '../repository';
import { stageChanges } from '../stage';
import { readStatus, unmergedPaths } from '../status';
import { subjectLine, subjectOf } from '../subject';
import { updateFiles } from './commands/checkout';
import { committerOf } from './committer';
import type { GitIo } from './git-io';
import { moveHead } from './move-head';
import { forgetStopped } from './stopped';

/** What made a commit of one that was picked, as the reflog calls it before the subject. */
export type Picker = 'cherry-pick' | 'commit (cherry-pick)' | 'rebase (pick)' | 'rebase (continue)';

/** Why nothing is picked over what is not committed. */
export const IN_THE_WAY =
  'your local changes would be overwritten by cherry-pick.\nCommit your changes or stash them to proceed.';

/**
 * Puts commits onto HEAD one after the other. Gives those that are left where one conflicts, that one first; its conflict
 * stands in the files then. `empty`: what becomes of a commit that changes nothing any more.
 */
export async function pickAll(
  repository: Repository,
  io: GitIo,
  oids: readonly string[],
  { by, empty }: { by: Picker; empty: 'drop' | 'stop' },
): Promise<readonly string[]> {
  for (const [index, oid] of oids.entries()) {
    const made = await pick(repository, io, oid);
    if (made === undefined) return oids.slice(index);
    const subject = await subjectOf(repository, oid);
    const head = await headCommit(repository);
    const trees = await Promise.all([head ?? made, made].map((id) => git.readCommit({ ...repository.at, oid: id })));
    if (trees[0]?.commit.tree === trees[1]?.commit.tree) {
      if (empty === 'drop') {
        io.err(`dropping ${oid} ${subject} -- patch contents already upstream\n`);
        continue;
      }
      await stopAt(repository, oid);
      io.err('The commit is now empty: what it changes is there already. Leave it out with --skip.\n');
      return oids.slice(index);
    }
    await updateFiles(repository, made, false);
    await moveHead(repository, io, made, `${by}: ${subject}`);
  }
  return [];
}

/** The commit that one makes on HEAD; undefined where it conflicts. */
async function pick(repository: Repository, io: GitIo, oid: string): Promise<string | undefined> {
  const { at } = repository;
  const { committer } = await committerOf(repository, io);
  const attempt = (abortOnConflict: boolean) =>
    git.cherryPick({ ...at, oid, committer, noUpdateBranch: true, abortOnConflict });
  try {
    return await attempt(true);
  } catch (error) {
    const {
      CherryPickLocalChangesError,
      CherryPickMergeCommitError,
      CherryPickRootCommitError,
      MergeConflictError,
      MergeNotSupportedError,
    } = git.Errors;
    if (error instanceof CherryPickMergeCommitError) {
      throw new GitFailure(`commit ${oid} is a merge but no -m option was given.`, 1);
    }
    if (error instanceof CherryPickRootCommitError || error instanceof MergeNotSupportedError) {
      throw new GitFailure(`commit ${oid} cannot be picked here: it is a first commit, or both sides added a file`, 1);
    }
    if (!(error instanceof MergeConflictError)) throw error;
    await attempt(false).catch((conflict: unknown) => {
      if (conflict instanceof CherryPickLocalChangesError) throw new GitFailure(IN_THE_WAY);
    });
    await stopAt(repository, oid);
    const conflicts: readonly string[] = error.data.filepaths;
    // What merged cleanly is in the files, not in the index yet.
    await stageChanges(repository, { wanted: (path) => !conflicts.includes(path) });
    for (const path of conflicts) io.out(`CONFLICT (content): Merge conflict in ${path}\n`);
    io.err(`error: could not apply ${oid.slice(0, 7)}... ${await subjectOf(repository, oid)}\n`);
    return undefined;
  }
}

async function stopAt({ at, fs, gitdir }: Repository, oid: string): Promise<void> {
  const { message } = (await git.readCommit({ ...at, oid })).commit;
  await writeText(fs, `${gitdir}/CHERRY_PICK_HEAD`, `${oid}\n`);
  await writeText(fs, `${gitdir}/MERGE_MSG`, message);
}

/** Commits what a person made of a conflict; nothing where nothing is left to commit. Fails while one is unsolved. */
export async function concludePick(repository: Repository, io: GitIo, by: Picker): Promise<void> {
  const unmerged = await unmergedPaths(repository);
  if (unmerged.length > 0) {
    throw new GitFailure(
      `Committing is not possible because you have unmerged files: ${unmerged.join(', ')}\n` +
        'Fix them up in the work tree, and then use git add to mark them as solved.',
    );
  }
  const read = (name: string) => readText(io.fs, `${repository.gitdir}/${name}`);
  // Where git itself rebased there is only the second.
  const oid = ((await read('CHERRY_PICK_HEAD')) ?? (await read('REBASE_HEAD')))?.trim();
  const staged = (await readStatus(repository)).some(({ index }) => 'AMD'.includes(index));
  if (oid !== undefined && staged) {
    const { author, message } = (await git.readCommit({ ...repository.at, oid })).commit;
    const { committer } = await committerOf(repository, io);
    const made = await git.commit({ ...repository.at, author, committer, message, noUpdateBranch: true });
    await moveHead(repository, io, made, `${by}: ${subjectLine(message)}`);
  }
  await forgetStopped(repository);
}
