import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { readCommit, writeCommit, type Commit } from '../../store/commit';
import { formatPerson, type Signature } from '../../store/person';
import { loadIndex, openWorkTree, saveIndex, type Context } from '../setup/context';
import { applyAutostash, MERGE_AUTOSTASH } from '../stash/autostash';
import type { GitCommand } from '../setup/git-io';
import { runHook } from '../setup/hooks';
import { commitHistory, independent } from '../refs/history';
import { commitSummary, firstLine } from '../commit/make-commit';
import { indexTree, treeOfCommit } from '../worktree/merge-into-work';
import { carryNotes } from '../message/notes';
import { interactiveAdd } from '../stage/add-interactive';
import { patchByAnswers } from '../stage/add-patch';
import { pathspecs } from '../setup/pathspec';
import { committerOf, personOf, readAuthor } from '../people/people';
import { localZone } from '../people/dates';
import { LEAST_SECONDS, readExactDate } from '../people/exact-date';
import { readDate } from '../people/read-date';
import { rerere } from '../worktree/rerere';
import { findCommit, resolveCommit } from '../refs/revision';
import { afterConcluding } from '../sequencer/sequencer';
import { forgetStopped, readState } from '../setup/state';
import { closingText, standingOf, statusText } from '../commit/status-text';
import { moveHead } from '../refs/update-refs';
import { givenMessage, commitMessage, saysNothing, templateOf } from '../commit/commit-message';
import { readCommitOptions, type CommitOptions } from '../commit/commit-options';
import { mustBeMerged, stageForCommit } from './commit-stage';
import { shortStatus, untrackedMode } from './status';
import { stagedText } from '../commit/staged-text';

const EMPTY_AMEND = `You asked to amend the most recent commit, but doing so would make
it empty. You can repeat your command with --allow-empty, or you can
remove the commit entirely with "git reset HEAD^".
`;

export const commit: GitCommand = async (args, io) => {
  const options = readCommitOptions(args);
  const { is } = options;
  const outer = await openWorkTree(io);
  const head = await headCommit(outer);
  if (is('amend') && head === undefined) throw new GitFailure('You have nothing to amend.');
  const merging = (await readState(outer, 'MERGE_HEAD'))?.split('\n') ?? [];
  const picked = await readState(outer, 'CHERRY_PICK_HEAD');
  const middle = merging.length > 0 ? 'merge' : picked === undefined ? undefined : 'cherry-pick';
  if (is('amend') && middle !== undefined)
    throw new GitFailure(`You are in the middle of a ${middle} -- cannot amend.`);
  const fixup = options.value('fixup');
  const wordsOnly = fixup?.startsWith('reword:') || (fixup?.startsWith('amend:') && is('only'));
  const named = [
    fixup?.replace(/^(?:amend|reword):/, ''),
    ...(['squash', 'reuse', 'reedit'] as const).map(options.value),
  ];
  for (const name of named)
    if (name !== undefined && (await findCommit(outer, name)) === undefined)
      throw new GitFailure(`could not lookup commit ${name}`);
  // What was chosen stays staged only if it is committed.
  const chooses = is('interactive') || is('patch');
  const unchosen = chooses ? await loadIndex(outer) : undefined;
  if (is('interactive')) await interactiveAdd(outer, pathspecs(outer, io.cwd, options.rest));
  else if (is('patch')) await patchByAnswers(outer, 'stage', pathspecs(outer, io.cwd, options.rest));
  const staged = await stageForCommit(outer, options, middle);
  const restore = {
    ...staged,
    undo: async () => {
      await staged.undo();
      if (!unchosen) return;
      unchosen.changed = true;
      await saveIndex(outer, unchosen);
    },
  };
  const { context } = restore;
  const orUndo = async <T>(made: Promise<T>): Promise<T> => {
    try {
      return await made;
    } catch (error) {
      await restore.undo();
      throw error;
    }
  };
  await orUndo(mustBeMerged(context));
  const last = head === undefined ? undefined : await readCommit(context.objects, head);
  const source = is('amend') ? last : picked === undefined ? undefined : await readCommit(context.objects, picked);
  const author = await orUndo(authorOf(context, options, source));
  const hooked = withAuthor(context, author);
  if (!is('noVerify') && !is('dry') && (await runHook(hooked, 'pre-commit')) !== 0) {
    await restore.undo();
    return 1;
  }
  const given = await orUndo(givenMessage(context, options));
  const template = await orUndo(templateOf(context, options));
  const heads = [...(head === undefined ? [] : [head]), ...merging];
  // A merge may contain what it merges into, unless it was asked to be a commit of its own.
  const reduces = merging.length > 0 && (await readState(context, 'MERGE_MODE')) !== 'no-ff';
  const parents = is('amend') ? (last?.parents ?? []) : reduces ? await independent(context, heads) : heads;
  const before = await treeOfCommit(context, parents[0]);
  const tree = wordsOnly ? before : await indexTree(context);
  const same = tree === before && parents.length < 2;
  const isReport = is('dry') || is('long') || is('short') || is('porcelain') || is('zero');
  const nothing = same && !is('empty') && !wordsOnly;
  if (isReport || (nothing && merging.length === 0)) {
    if (nothing && is('amend') && !isReport) io.err(EMPTY_AMEND);
    const isNothing = isReport ? same : nothing;
    const code = await sayNothing(context, options, isNothing, is('amend') ? last : undefined);
    await restore.undo();
    return code;
  }
  const message = await orUndo(commitMessage(hooked, options, { given, last, author, template }));
  if (saysNothing(message) && !is('emptyMessage')) {
    await restore.undo();
    io.err('Aborting commit due to empty commit message.\n');
    return 1;
  }
  if (outer.config.boolean('commit.gpgSign') === true && options.last('sign', 'noSign') !== 'noSign') {
    await restore.undo();
    throw new GitFailure(
      'commits cannot be signed in this sandbox, as commit.gpgSign wants: use --no-gpg-sign\nfatal: failed to write commit object',
      128,
      'error: ',
    );
  }
  const oid = await writeCommit(context.objects, { tree, parents, author, committer: committerOf(context), message });
  const kind = is('amend')
    ? 'commit (amend)'
    : head === undefined
      ? 'commit (initial)'
      : merging.length > 0
        ? 'commit (merge)'
        : picked === undefined
          ? 'commit'
          : 'commit (cherry-pick)';
  await moveHead(context, oid, `${kind}: ${firstLine(message)}`);
  await restore.keep();
  await rerere(outer);
  await forgetStopped(outer);
  await afterConcluding(outer);
  await runHook(outer, 'post-commit');
  await applyAutostash(outer, false, MERGE_AUTOSTASH);
  if (is('amend') && head !== undefined) {
    await carryNotes(hooked, [[head, oid]], 'amend');
    await runHook(outer, 'post-rewrite', ['amend'], `${head} ${oid}\n`);
  }
  if (!is('quiet'))
    io.out(
      await commitSummary(outer, oid, {
        initial: head === undefined,
        dated:
          options.value('date') !== undefined ||
          (!is('resetAuthor') && (is('amend') || options.last('reuse', 'reedit') !== undefined)) ||
          picked !== undefined,
      }),
    );
};

/** Prints the status if there is nothing to commit. */
async function sayNothing(
  context: Context,
  options: CommitOptions,
  nothing: boolean,
  amended: Commit | undefined,
): Promise<number> {
  const untracked = untrackedMode(options.value('untracked') ?? context.config.get('status.showUntrackedFiles'));
  const found = await standingOf(context, {
    untracked,
    ...(amended && { against: { tree: await treeOfCommit(context, amended.parents[0]) } }),
  });
  const isFirst = amended !== undefined && amended.parents.length === 0;
  if (options.is('short') || options.is('porcelain') || options.is('zero')) {
    const fromRoot = options.is('porcelain') || options.is('zero');
    const [branch, zero] = [options.is('branch'), options.is('zero')];
    await shortStatus(context, found, { branch, zero, fromRoot, counts: true });
  } else {
    const how = { untracked, forCommit: true, amend: options.is('amend') };
    const shown = isFirst ? { ...found, head: undefined } : found;
    context.io.out(await statusText(context, shown, how));
    if (options.last('verbose', 'noVerbose') === 'verbose')
      context.io.out(await stagedText(context, shown, options.values('verbose').length));
    context.io.out(closingText(shown, how));
  }
  return nothing ? 1 : 0;
}

/** Hooks and the editor get the author in their environment. */
const withAuthor = (context: Context, { name, email, time, zone }: Signature): Context => ({
  ...context,
  io: {
    ...context.io,
    env: {
      ...context.io.env,
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_AUTHOR_DATE: `@${time} ${zone}`,
    },
  },
});

async function authorOf(context: Context, options: CommitOptions, from: Commit | undefined): Promise<Signature> {
  const own = personOf(context, 'AUTHOR');
  const reused = options.value('reuse') ?? options.value('reedit');
  const source = reused === undefined ? from : await readCommit(context.objects, await resolveCommit(context, reused));
  let author = source && !options.is('resetAuthor') ? source.author : own;
  const written = options.value('author');
  if (written !== undefined)
    author = { ...author, ...(/<.*>/.test(written) ? readAuthor(written) : await knownAuthor(context, written)) };
  const date = options.value('date');
  if (date === undefined) return author;
  const exact = readExactDate(date);
  if (exact) return { ...author, ...exact };
  const time = readDate(date);
  // So few seconds could be something else, and git refuses them.
  if (time < LEAST_SECONDS) throw new GitFailure(`invalid date format: ${date}`);
  return { ...author, time, zone: localZone(time) };
}

async function knownAuthor(context: Context, text: string): Promise<Pick<Signature, 'name' | 'email'>> {
  const head = await headCommit(context);
  for await (const { author } of commitHistory(context, head === undefined ? [] : [head])) {
    const { name, email } = author;
    if (formatPerson(author).toLowerCase().includes(text.toLowerCase())) return { name, email };
  }
  return readAuthor(text);
}
