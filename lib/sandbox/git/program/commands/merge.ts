import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { readText, writeText } from '../../git-fs';
import { currentBranch, headCommit, openRepository, type Repository } from '../../repository';
import { stageChanges } from '../../stage';
import { readStatus } from '../../status';
import { changesBetween } from '../changes';
import { committerOf } from '../committer';
import type { Command, GitIo } from '../git-io';
import { moveHead } from '../move-head';
import { readOptions } from '../options';
import { formatStat, patchOf } from '../patch';
import { resolveCommit } from '../revision';
import { forgetStopped } from '../stopped';
import { updateFiles } from './checkout';

export const merge: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      abort: '--abort',
      ffOnly: '--ff-only',
      noFf: '--no-ff',
      quiet: '-q --quiet',
      noEdit: '--no-edit --ff --stat',
    },
    values: { message: '-m --message' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  if (options.is('abort')) return abort(repository);
  const [name, more] = options.rest;
  if (name === undefined || more !== undefined) throw new GitFailure('give one branch or commit to merge');
  const theirs = await resolveCommit(repository, name);
  const ours = await headCommit(repository);
  if (ours === undefined) throw new GitFailure('there is no commit to merge into yet');
  if ((await readText(io.fs, `${repository.gitdir}/MERGE_HEAD`)) !== undefined) {
    throw new GitFailure(
      'You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.',
    );
  }
  if ((await readStatus(repository)).some(({ index }) => index !== '?')) {
    throw new GitFailure(
      'Your local changes would be overwritten by merge.\nPlease commit your changes or stash them before you merge.',
      1,
    );
  }
  const branch = await currentBranch(repository);
  const message =
    options.value('message') ??
    `Merge ${branch === undefined ? 'commit' : 'branch'} '${name}'${branch === 'main' || branch === 'master' ? '' : ` into ${branch ?? 'HEAD'}`}`;
  const outcome = await combine(repository, io, {
    ours,
    theirs,
    name,
    message,
    noFf: options.is('noFf'),
    ffOnly: options.is('ffOnly'),
  });
  if (outcome === undefined) return 1;
  if (outcome.oid === ours) return io.out('Already up to date.\n');
  const how = outcome.forward ? 'Fast-forward' : "Merge made by the 'ort' strategy.";
  await moveHead(repository, io, outcome.oid, `merge ${name}: ${how}`);
  if (options.is('quiet')) return;
  io.out(`${outcome.forward ? `Updating ${ours.slice(0, 7)}..${outcome.oid.slice(0, 7)}\n` : ''}${how}\n`);
  const changes = await changesBetween(repository, { kind: 'commit', oid: ours }, { kind: 'commit', oid: outcome.oid });
  io.out(formatStat(await Promise.all(changes.map((change) => patchOf(change)))));
};

interface Merging {
  readonly ours: string;
  readonly theirs: string;
  readonly name: string;
  readonly message: string;
  readonly noFf: boolean;
  readonly ffOnly: boolean;
}

/** Merges in the files, and says which commit the branch goes to; undefined where there are conflicts to be solved. */
async function combine(
  repository: Repository,
  io: GitIo,
  { ours, theirs, name, message, noFf, ffOnly }: Merging,
): Promise<{ oid: string; forward: boolean } | undefined> {
  const { at, gitdir } = repository;
  const who = await committerOf(repository, io);
  const attempt = (abortOnConflict: boolean) =>
    git.merge({
      ...at,
      ...who,
      ours,
      theirs,
      message: `${message}\n`,
      fastForward: !noFf,
      fastForwardOnly: ffOnly,
      noUpdateBranch: true,
      abortOnConflict,
    });
  try {
    const { oid = ours, fastForward = false } = await attempt(true);
    await updateFiles(repository, oid, false);
    return { oid, forward: fastForward };
  } catch (error) {
    const { MergeConflictError, FastForwardError, MergeNotSupportedError } = git.Errors;
    if (error instanceof FastForwardError) throw new GitFailure('Not possible to fast-forward, aborting.');
    if (error instanceof MergeNotSupportedError) {
      throw new GitFailure(
        `'${name}' cannot be merged here: both sides added the same file, or there is no single common commit`,
        1,
      );
    }
    if (!(error instanceof MergeConflictError)) throw error;
    // Only now: where nothing conflicts, this way the index would be ahead of the files.
    await attempt(false).catch(() => undefined);
    await writeText(io.fs, `${gitdir}/MERGE_HEAD`, `${theirs}\n`);
    await writeText(io.fs, `${gitdir}/MERGE_MSG`, `${message}\n`);
    const conflicts: readonly string[] = error.data.filepaths;
    // What merged cleanly is in the files, not in the index yet.
    await stageChanges(repository, { wanted: (path) => !conflicts.includes(path) });
    for (const path of conflicts) io.out(`CONFLICT (content): Merge conflict in ${path}\n`);
    io.out('Automatic merge failed; fix conflicts and then commit the result.\n');
    return undefined;
  }
}

async function abort(repository: Repository): Promise<void> {
  const { fs, gitdir } = repository;
  if ((await readText(fs, `${gitdir}/MERGE_HEAD`)) === undefined) {
    throw new GitFailure('There is no merge to abort (MERGE_HEAD missing).');
  }
  await updateFiles(repository, await resolveCommit(repository, 'HEAD'), true);
  await forgetStopped(repository);
}
