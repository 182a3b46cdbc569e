import git, { type CommitObject } from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, readText, removeAll, writeText } from '../../git-fs';
import { currentBranch, headCommit, openRepository, type Repository } from '../../repository';
import { readStatus } from '../../status';
import type { Command, GitIo } from '../git-io';
import { history } from '../history';
import { switchHead } from '../move-head';
import { readOptions } from '../options';
import { concludePick, pickAll } from '../pick';
import { subjectOf } from '../../subject';
import { noteMove } from '../reflog';
import { mergeBases, resolveCommit } from '../revision';
import { formatZone } from '../stamp';
import { forgetStopped } from '../stopped';
import { updateFiles } from './checkout';

/** Puts the commits of a branch, or of the one HEAD is on, onto another one. Without an editor there is none that is interactive. */
export const rebase: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      abort: '--abort',
      skip: '--skip',
      goOn: '--continue',
      quiet: '-q --quiet',
      interactive: '-i --interactive',
    },
    values: { onto: '--onto' },
  });
  if (options.is('interactive')) throw new GitFailure('there is no editor here: rebase without -i', 1);
  const repository = await openRepository(io.fs, io.cwd);
  const how = options.is('quiet') ? { ...io, err: () => undefined } : io;
  const resuming = (['abort', 'skip', 'goOn'] as const).find(options.is);
  if (resuming !== undefined) {
    const state = await readState(repository);
    if (resuming === 'abort') return abort(repository, io, state);
    if (resuming === 'goOn') await concludePick(repository, io, 'rebase (continue)');
    else {
      await forgetStopped(repository);
      await updateFiles(repository, await resolveCommit(repository, 'HEAD'), true);
    }
    return pickAndKeep(repository, how, state);
  }
  const [upstream, branch, more] = options.rest;
  if (upstream === undefined || more !== undefined) {
    throw new GitFailure('usage: git rebase [--onto <newbase>] <upstream> [<branch>]', 129);
  }
  if (await lookAt(repository.fs, stateOf(repository))) {
    throw new GitFailure('There is a rebase in the middle: git rebase --continue, --skip or --abort it first.');
  }
  if ((await readStatus(repository)).some(({ index }) => index !== '?')) {
    throw new GitFailure('cannot rebase: You have unstaged changes.\nPlease commit or stash them.', 1);
  }
  return start(repository, how, { upstream, newBase: options.value('onto') ?? upstream, named: branch });
};

/** What is kept while it stands in the middle. */
interface State {
  /** `refs/heads/topic`; undefined where HEAD was on no branch. */
  readonly branch: string | undefined;
  readonly before: string;
  readonly onto: string;
  /** Commits that are still to be picked. */
  readonly left: readonly string[];
}

async function start(
  repository: Repository,
  io: GitIo,
  { upstream, newBase, named }: { upstream: string; newBase: string; named: string | undefined },
): Promise<number> {
  const [base, onto] = [await resolveCommit(repository, upstream), await resolveCommit(repository, newBase)];
  const before = named === undefined ? await headCommit(repository) : await resolveCommit(repository, named);
  if (before === undefined) throw new GitFailure('there is no commit to rebase yet');
  const branches = await git.listBranches(repository.at);
  const name = named === undefined ? await currentBranch(repository) : branches.find((known) => known === named);
  const without = new Set((await history(repository, [base])).map(({ oid }) => oid));
  const own = (await history(repository, [before], without)).toReversed();
  const isLinear = own.every(({ commit }) => commit.parent.length === 1);
  if (isLinear && base === onto && (await mergeBases(repository, before, onto))[0] === onto) {
    if (named !== undefined) {
      await updateFiles(repository, before, false);
      await switchHead(repository, io, name ? { branch: name } : { commit: before }, `rebase: checkout ${named}`);
    }
    io.out(`Current branch ${named ?? name ?? 'HEAD'} is up to date.\n`);
    return 0;
  }
  const left = own.filter(({ commit }) => commit.parent.length === 1).map(({ oid }) => oid);
  await updateFiles(repository, onto, false);
  await writeText(repository.fs, `${repository.gitdir}/ORIG_HEAD`, `${before}\n`);
  await switchHead(repository, io, { commit: onto }, `rebase (start): checkout ${newBase}`);
  const branch = name === undefined ? undefined : `refs/heads/${name}`;
  return pickAndKeep(repository, io, { branch, before, onto, left });
}

async function pickAndKeep(repository: Repository, io: GitIo, state: State): Promise<number> {
  const left = await pickAll(repository, io, state.left, { by: 'rebase (pick)', empty: 'drop' });
  if (left.length === 0) {
    await finish(repository, io, state);
    return 0;
  }
  await writeState(repository, { ...state, left });
  io.err(
    'Resolve all conflicts manually, mark them as resolved with "git add <pathspec>", then run "git rebase --continue".\n' +
      'You can instead skip this commit: run "git rebase --skip".\n' +
      'To abort and get back to the state before "git rebase", run "git rebase --abort".\n',
  );
  return 1;
}

async function finish(repository: Repository, io: GitIo, { branch, before, onto }: State): Promise<void> {
  const after = await resolveCommit(repository, 'HEAD');
  if (branch !== undefined) {
    await git.writeRef({ ...repository.at, ref: branch, value: after, force: true });
    const reason = `rebase (finish): ${branch} onto ${onto}`;
    if (before !== after) await noteMove(repository, io, [branch], { before, after, reason });
    const name = branch.replace(/^refs\/heads\//, '');
    await switchHead(repository, io, { branch: name }, `rebase (finish): returning to ${branch}`);
  }
  await removeAll(repository.fs, stateOf(repository));
  io.err(`Successfully rebased and updated ${branch ?? 'detached HEAD'}.\n`);
}

async function abort(repository: Repository, io: GitIo, { branch, before }: State): Promise<void> {
  await forgetStopped(repository);
  await updateFiles(repository, before, true);
  const place = branch === undefined ? { commit: before } : { branch: branch.replace(/^refs\/heads\//, '') };
  await switchHead(repository, io, place, `rebase (abort): returning to ${branch ?? before}`);
  await removeAll(repository.fs, stateOf(repository));
}

/** Where git itself keeps it, in the same files, so that either can go on with what the other began. */
const stateOf = ({ gitdir }: Repository, name = ''): string => `${gitdir}/rebase-merge${name && `/${name}`}`;

async function writeState(repository: Repository, { branch, before, onto, left }: State): Promise<void> {
  const { fs, gitdir } = repository;
  const [now = '', ...rest] = left;
  const { author, message } = (await git.readCommit({ ...repository.at, oid: now })).commit;
  const lines = await Promise.all(rest.map(async (oid) => `pick ${oid} ${await subjectOf(repository, oid)}\n`));
  const files = {
    'head-name': `${branch ?? 'detached HEAD'}\n`,
    'orig-head': `${before}\n`,
    onto: `${onto}\n`,
    'git-rebase-todo': lines.join(''),
    done: `pick ${now} ${await subjectOf(repository, now)}\n`,
    msgnum: '1\n',
    end: `${left.length}\n`,
    'stopped-sha': `${now}\n`,
    message,
    'author-script': authorScript(author),
    interactive: '',
  };
  await makeFolder(fs, stateOf(repository));
  for (const [name, text] of Object.entries(files)) await writeText(fs, stateOf(repository, name), text);
  await writeText(fs, `${gitdir}/REBASE_HEAD`, `${now}\n`);
}

/** Who wrote the commit, as a shell would read it. */
function authorScript({ name, email, timestamp, timezoneOffset }: CommitObject['author']): string {
  const values = { NAME: name, EMAIL: email, DATE: `@${timestamp} ${formatZone(timezoneOffset)}` };
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return Object.entries(values)
    .map(([key, value]) => `GIT_AUTHOR_${key}=${quoted(value)}\n`)
    .join('');
}

async function readState(repository: Repository): Promise<State> {
  const read = async (name: string) => (await readText(repository.fs, stateOf(repository, name)))?.trim();
  const [branch, before, onto] = [await read('head-name'), await read('orig-head'), await read('onto')];
  if (branch === undefined || before === undefined || onto === undefined) {
    throw new GitFailure('no rebase in progress');
  }
  const todo = (await read('git-rebase-todo')) ?? '';
  const left: string[] = [];
  for (const [, id] of todo.matchAll(/^pick ([0-9a-f]+)/gm)) left.push(await resolveCommit(repository, id ?? ''));
  return { branch: branch.startsWith('refs/') ? branch : undefined, before, onto, left };
}
