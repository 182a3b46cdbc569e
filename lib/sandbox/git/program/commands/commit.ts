import git from 'isomorphic-git';
import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { readText } from '../../git-fs';
import { currentBranch, headCommit, openRepository, type Repository } from '../../repository';
import { stageChanges } from '../../stage';
import { readStatus, unmergedPaths } from '../../status';
import { subjectLine } from '../../subject';
import { changesBetween } from '../changes';
import { committerOf } from '../committer';
import type { Command, GitIo } from '../git-io';
import { readOptions } from '../options';
import { forgetStopped } from '../stopped';
import { noteHead } from '../reflog';
import { formatSum, patchOf } from '../patch';
import { pathspec, wantedBy } from '../pathspec';

export const commit: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      all: '-a --all',
      amend: '--amend',
      quiet: '-q --quiet',
      empty: '--allow-empty',
      noEdit: '--no-edit',
      noVerify: '-n --no-verify --no-gpg-sign',
    },
    values: { message: '-m --message', file: '-F --file', author: '--author' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const amend = options.is('amend');
  if (options.rest.length > 0) {
    const specs = options.rest.map((path) => pathspec(repository, io.cwd, path));
    await stageChanges(repository, { wanted: wantedBy(specs), known: true });
  } else if (options.is('all')) await stageChanges(repository, { known: true });
  const unmerged = await unmergedPaths(repository);
  if (unmerged.length > 0) {
    throw new GitFailure(`Committing is not possible because you have unmerged files: ${unmerged.join(', ')}`);
  }
  const merging = (await readText(io.fs, `${repository.gitdir}/MERGE_HEAD`))?.trim();
  const picking = (await readText(io.fs, `${repository.gitdir}/CHERRY_PICK_HEAD`))?.trim();
  const before = await headCommit(repository);
  if (amend && before === undefined) throw new GitFailure('You have nothing to amend.');
  const staged = (await readStatus(repository)).some(({ index }) => 'AMD'.includes(index));
  if (!staged && !amend && merging === undefined && !options.is('empty')) return nothingToCommit(repository, io);

  const given = await messageOf(io, options.values('message'), options.value('file'));
  const message =
    given ?? ((merging ?? picking) === undefined ? undefined : await readText(io.fs, `${repository.gitdir}/MERGE_MSG`));
  if (message === undefined && !amend) throw new GitFailure('there is no editor here: give the message with -m', 1);
  const who = await committerOf(repository, io, options.value('author'));
  const source = amend ? before : picking;
  const kept =
    source === undefined ? undefined : (await git.readCommit({ ...repository.at, oid: source })).commit.author;
  // Who wrote it first stays who wrote it.
  const author = options.value('author') === undefined ? { ...who.author, ...kept } : { ...kept, ...who.author };
  const made = await git.commit({
    ...repository.at,
    ...who,
    author,
    ...(message !== undefined && { message }),
    amend,
    ...(merging !== undefined && before !== undefined && { parent: [before, merging] }),
  });
  const { commit: written } = await git.readCommit({ ...repository.at, oid: made });
  const subject = subjectLine(written.message);
  const kinds = { amend, merge: merging !== undefined, 'cherry-pick': picking !== undefined, initial: !before };
  const kind = Object.entries(kinds).find(([, is]) => is)?.[0];
  await noteHead(repository, io, before, `commit${kind === undefined ? '' : ` (${kind})`}: ${subject}`);
  await forgetStopped(repository);
  if (options.is('quiet')) return;
  const parent = written.parent[0];
  const branch = (await currentBranch(repository)) ?? 'detached HEAD';
  io.out(`[${branch}${parent === undefined ? ' (root-commit)' : ''} ${made.slice(0, 7)}] ${subject}\n`);
  const changes = await changesBetween(
    repository,
    parent === undefined ? { kind: 'nothing' } : { kind: 'commit', oid: parent },
    { kind: 'commit', oid: made },
  );
  if (changes.length > 0) io.out(`${formatSum(await Promise.all(changes.map((change) => patchOf(change))))}\n`);
  for (const { path, before: old, after } of changes) {
    if (!old) io.out(` create mode ${after?.mode} ${path}\n`);
    else if (!after) io.out(` delete mode ${old.mode} ${path}\n`);
  }
};

async function nothingToCommit(repository: Repository, io: GitIo): Promise<number> {
  const changed = await readStatus(repository);
  const branch = await currentBranch(repository);
  io.out(branch === undefined ? 'HEAD detached\n' : `On branch ${branch}\n`);
  if (changed.length === 0) io.out('nothing to commit, working tree clean\n');
  else if (changed.every(({ index }) => index === '?')) {
    io.out('nothing added to commit but untracked files present (use "git add" to track)\n');
  } else io.out('no changes added to commit (use "git add" and/or "git commit -a")\n');
  return 1;
}

async function messageOf(
  io: GitIo,
  messages: readonly string[],
  file: string | undefined,
): Promise<string | undefined> {
  const text = file === undefined ? messages.join('\n\n') : await readText(io.fs, resolveFrom(io.cwd, file));
  if (file === undefined && messages.length === 0) return undefined;
  if (text === undefined || text.trim() === '') throw new GitFailure('Aborting commit due to empty commit message.', 1);
  return `${text.trim()}\n`;
}
