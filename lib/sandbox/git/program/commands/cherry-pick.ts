import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, readText, removeAll, writeText } from '../../git-fs';
import { headCommit, openRepository, type Repository } from '../../repository';
import { readStatus } from '../../status';
import { subjectOf } from '../../subject';
import type { Command, GitIo } from '../git-io';
import { history } from '../history';
import { moveHead } from '../move-head';
import { readOptions } from '../options';
import { concludePick, IN_THE_WAY, pickAll } from '../pick';
import { rangeOf, resolveCommit } from '../revision';
import { forgetStopped } from '../stopped';
import { updateFiles } from './checkout';

export const cherryPick: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { abort: '--abort', skip: '--skip', goOn: '--continue', quit: '--quit', plain: '--no-edit --ff' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const resuming = (['abort', 'skip', 'goOn', 'quit'] as const).find(options.is);
  if (resuming !== undefined) {
    const left = await leftOver(repository);
    if (resuming === 'abort') return abort(repository, io);
    if (resuming === 'goOn') await concludePick(repository, io, 'commit (cherry-pick)');
    else await forgetStopped(repository);
    if (resuming === 'quit') return forget(repository);
    if (resuming === 'skip') await goTo(repository, io, await resolveCommit(repository, 'HEAD'));
    return pickAndKeep(repository, io, left);
  }
  if (options.rest.length === 0) throw new GitFailure('usage: git cherry-pick <commit>...', 129);
  const head = await headCommit(repository);
  if (head === undefined) throw new GitFailure('there is no commit to pick onto yet');
  if (
    (await stopped(repository)) ||
    (await readStatus(repository)).some(({ index }) => index !== '?' && index !== ' ')
  ) {
    throw new GitFailure(IN_THE_WAY);
  }
  const commits: string[] = [];
  for (const text of options.rest) commits.push(...(await commitsOf(repository, text)));
  // As git does: one pick leaves nothing to go on with.
  if (commits.length > 1) await writeState(repository, 'head', `${head}\n`);
  return pickAndKeep(repository, io, commits);
};

/** A range means all of it, the oldest first. */
async function commitsOf(repository: Repository, text: string): Promise<string[]> {
  const range = rangeOf(text);
  if (!range) return [await resolveCommit(repository, text)];
  const [from, to] = [await resolveCommit(repository, range.from), await resolveCommit(repository, range.to)];
  const without = new Set((await history(repository, [from])).map(({ oid }) => oid));
  return (await history(repository, [to], without)).map(({ oid }) => oid).toReversed();
}

async function pickAndKeep(repository: Repository, io: GitIo, commits: readonly string[]): Promise<number> {
  const left = await pickAll(repository, io, commits, { by: 'cherry-pick', empty: 'stop' });
  if (left.length === 0) {
    await forget(repository);
    return 0;
  }
  if (await lookAt(repository.fs, stateOf(repository))) {
    const lines = await Promise.all(left.map(async (oid) => `pick ${oid} ${await subjectOf(repository, oid)}\n`));
    await writeState(repository, 'todo', lines.join(''));
    await writeState(repository, 'abort-safety', `${await resolveCommit(repository, 'HEAD')}\n`);
  }
  io.err(
    'After resolving the conflicts, mark them with "git add <pathspec>", then run "git cherry-pick --continue".\n' +
      'You can instead skip this commit with "git cherry-pick --skip".\n' +
      'To abort and get back to the state before "git cherry-pick", run "git cherry-pick --abort".\n',
  );
  return 1;
}

/** Where git itself keeps what is still to be picked. */
const stateOf = ({ gitdir }: Repository, name = ''): string => `${gitdir}/sequencer${name && `/${name}`}`;

async function writeState(repository: Repository, name: 'head' | 'todo' | 'abort-safety', text: string): Promise<void> {
  await makeFolder(repository.fs, stateOf(repository));
  await writeText(repository.fs, stateOf(repository, name), text);
}

const forget = (repository: Repository): Promise<void> => removeAll(repository.fs, stateOf(repository));

const stopped = async ({ fs, gitdir }: Repository): Promise<boolean> =>
  (await lookAt(fs, `${gitdir}/CHERRY_PICK_HEAD`)) !== undefined;

/** The commits behind the one that conflicted. */
async function leftOver(repository: Repository): Promise<string[]> {
  const todo = await readText(repository.fs, stateOf(repository, 'todo'));
  if (todo === undefined && !(await stopped(repository))) throw new GitFailure('no cherry-pick in progress');
  return [...(todo ?? '').matchAll(/^pick ([0-9a-f]+)/gm)].flatMap(([, oid]) => oid ?? []).slice(1);
}

async function abort(repository: Repository, io: GitIo): Promise<void> {
  const head = await resolveCommit(repository, 'HEAD');
  const target = (await readText(repository.fs, stateOf(repository, 'head')))?.trim() ?? head;
  await forgetStopped(repository);
  await goTo(repository, io, target);
  await forget(repository);
}

async function goTo(repository: Repository, io: GitIo, oid: string): Promise<void> {
  await updateFiles(repository, oid, true);
  await moveHead(repository, io, oid, `reset: moving to ${oid}`);
}
