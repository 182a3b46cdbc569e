import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { headCommit } from '../../repository';
import { decodeUtf8 } from '../../store/bytes';
import { readCommit, subjectLine, writeCommit, type Commit } from '../../store/commit';
import { formatPerson, type Person } from '../../store/person';
import { loadIndex, openWorkTree, saveIndex, type Context } from '../context';
import { commitTemplate } from '../commit-template';
import { editInEditor } from '../editor';
import type { GitCommand } from '../git-io';
import { runHook } from '../hooks';
import { history } from '../history';
import { commitSummary, firstLine } from '../make-commit';
import { filesOf, indexTree, treeOf } from '../merge-into-work';
import { addTrailer, cleanMessage, joinParagraphs } from '../message';
import { carryNotes } from '../notes';
import { readOptions, type Options } from '../options';
import { patchByAnswers } from '../add-patch';
import { pathspecs, wantedBy } from '../pathspec';
import { committerOf, momentOf, personOf, readAuthor } from '../people';
import { readDate } from '../read-date';
import { rerere } from '../rerere';
import { findCommit, resolveCommit } from '../revision';
import { afterConcluding } from '../sequencer';
import { forgetStopped, readState, writeState } from '../state';
import { closingText, shortRows, standingOf, statusText } from '../status-text';
import { lookAtFile, stageFile } from '../work-files';
import { lookAtWork } from '../work-state';
import { resetIndex } from '../switch-tree';
import { moveHead } from '../update-refs';
import { quotePath } from '../quote-path';
import { untrackedMode } from './status';

const FLAGS = {
  all: '-a --all',
  amend: '--amend',
  empty: '--allow-empty',
  emptyMessage: '--allow-empty-message',
  noEdit: '--no-edit',
  edit: '-e --edit',
  quiet: '-q --quiet',
  noVerify: '-n --no-verify',
  verbose: '-v --verbose',
  signoff: '-s --signoff',
  noSignoff: '--no-signoff',
  dry: '--dry-run',
  short: '--short',
  porcelain: '--porcelain',
  include: '-i --include',
  only: '-o --only',
  patch: '-p --patch --interactive',
  resetAuthor: '--reset-author',
  noStatus: '--no-status --status --no-gpg-sign --no-post-rewrite',
  branch: '--branch',
  zero: '-z --null',
} as const;
const VALUES = {
  message: '-m --message',
  file: '-F --file',
  author: '--author',
  date: '--date',
  fixup: '--fixup',
  squash: '--squash',
  reuse: '-C --reuse-message',
  reedit: '-c --reedit-message',
  cleanup: '--cleanup',
  trailer: '--trailer',
  template: '-t --template',
} as const;
const OPTIONAL = { untracked: '-u --untracked-files', sign: '-S --gpg-sign' } as const;

const EMPTY_AMEND = `You asked to amend the most recent commit, but doing so would make
it empty. You can repeat your command with --allow-empty, or you can
remove the commit entirely with "git reset HEAD^".
`;

type CommitOptions = Options<keyof typeof FLAGS, keyof typeof VALUES | keyof typeof OPTIONAL>;

export const commit: GitCommand = async (args, io) => {
  const options: CommitOptions = readOptions(args, {
    absent: '--long',
    flags: FLAGS,
    values: VALUES,
    optional: OPTIONAL,
  });
  const { is } = options;
  if (options.value('sign') !== undefined) throw new GitFailure('commits cannot be signed here: leave -S out', 1);
  const context = await openWorkTree(io);
  const head = await headCommit(context);
  if (is('amend') && head === undefined) throw new GitFailure('You have nothing to amend.');
  const merging = (await readState(context, 'MERGE_HEAD'))?.split('\n') ?? [];
  if (is('amend') && merging.length > 0) throw new GitFailure('You are in the middle of a merge -- cannot amend.');
  const wordsOnly = options.value('fixup')?.startsWith('reword:') === true;
  if (options.values('message').length > 0 && options.value('file') !== undefined)
    throw new GitFailure("options '-m' and '-F' cannot be used together");
  const fixed = (options.value('fixup') ?? options.value('squash'))?.replace(/^(?:amend|reword):/, '');
  if (/^(?:amend|reword):/.test(options.value('fixup') ?? '') && options.values('message').length > 0)
    throw new GitFailure(`options '-m' and '--fixup:${options.value('fixup')?.split(':')[0]}' cannot be used together`);
  if (fixed !== undefined && (await findCommit(context, fixed)) === undefined)
    throw new GitFailure(`could not lookup commit ${fixed}`);
  if (is('patch')) await patchByAnswers(context, 'stage', pathspecs(context, io.cwd, options.rest));
  const restore = await stageForCommit(context, options, merging.length > 0);
  await mustBeMerged(context);
  if (!is('noVerify') && !is('dry') && (await runHook(context, 'pre-commit')) !== 0) {
    await restore.undo();
    return 1;
  }
  const last = head === undefined ? undefined : await readCommit(context.objects, head);
  const parents = is('amend') ? (last?.parents ?? []) : [...(head === undefined ? [] : [head]), ...merging];
  const before = await treeOf(context, parents[0]);
  const tree = wordsOnly ? before : await indexTree(context);
  const picked = (await readState(context, 'CHERRY_PICK_HEAD')) ?? undefined;
  const same = tree === before && parents.length < 2;
  const isReport = is('dry') || is('short') || is('porcelain') || is('zero');
  const nothing = same && !is('empty') && !wordsOnly;
  if (isReport || (nothing && merging.length === 0)) {
    if (nothing && is('amend') && !is('dry')) io.err(EMPTY_AMEND);
    const isNothing = isReport ? same : nothing;
    const code = await sayNothing(context, options, isNothing, is('amend') ? last : undefined);
    await restore.undo();
    return code;
  }
  const author = await authorOf(
    context,
    options,
    is('amend') ? last : picked === undefined ? undefined : await readCommit(context.objects, picked),
  );
  let message: string;
  try {
    message = await messageOf(context, options, { last, author });
  } catch (error) {
    await restore.undo();
    throw error;
  }
  if (message === '' && !is('emptyMessage')) {
    await restore.undo();
    io.err('Aborting commit due to empty commit message.\n');
    return 1;
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
  await rerere(context);
  await forgetStopped(context);
  await afterConcluding(context);
  await runHook(context, 'post-commit');
  if (is('amend') && head !== undefined) {
    await carryNotes(context, [[head, oid]], 'amend');
    await runHook(context, 'post-rewrite', ['amend'], `${head} ${oid}\n`);
  }
  if (!is('quiet'))
    io.out(
      await commitSummary(context, oid, {
        initial: head === undefined,
        dated:
          options.value('date') !== undefined ||
          (!is('resetAuthor') && (is('amend') || options.last('reuse', 'reedit') !== undefined)) ||
          picked !== undefined,
      }),
    );
};

/** Stages what is to be committed; call `keep` after the commit to set the index, `undo` to restore it. */
async function stageForCommit(
  context: Context,
  options: CommitOptions,
  merging: boolean,
): Promise<{ keep(): Promise<void>; undo(): Promise<void> }> {
  const nothing = { keep: async () => undefined, undo: async () => undefined };
  const specs = pathspecs(context, context.io.cwd, options.is('patch') ? [] : options.rest);
  const index = await loadIndex(context);
  if (specs.length > 0 && options.is('all'))
    throw new GitFailure(`paths '${options.rest[0]} ...' with -a does not make sense`);
  if (specs.length === 0 && !options.is('all')) return nothing;
  const wanted = wantedBy(specs);
  const original = await loadIndex(context);
  for (const spec of specs) {
    if (!index.paths().some(spec.matches) && !(await filesOf(context, await headCommit(context))).has(spec.path)) {
      throw new GitFailure(`pathspec '${spec.given}' did not match any file(s) known to git`, 1);
    }
  }
  if (specs.length > 0 && merging && !options.is('include'))
    throw new GitFailure('cannot do a partial commit during a merge.');
  const { changed } = await lookAtWork(context, index, { wanted });
  const stage = async (target: typeof index) => {
    for (const [path, change] of changed) {
      const stat = await lookAtFile(context, path);
      if (change.kind === 'deleted' || !stat) target.remove(path);
      else target.set(await stageFile(context, target, path, stat));
    }
  };
  await stage(index);
  if (specs.length === 0 || options.is('include')) {
    await saveIndex(context, index);
    return { ...nothing, undo: async () => writeBack(context, original) };
  }
  // Only the named paths are committed: until then, the rest of the index is the last commit's.
  const partial = await loadIndex(context);
  resetIndex(partial, await filesOf(context, await headCommit(context)), (path) => !wanted(path));
  await stage(partial);
  await saveIndex(context, partial);
  return {
    keep: () => writeBack(context, index),
    undo: () => writeBack(context, original),
  };
}

async function writeBack(context: Context, index: Awaited<ReturnType<typeof loadIndex>>): Promise<void> {
  index.changed = true;
  await saveIndex(context, index);
}

async function mustBeMerged(context: Context): Promise<void> {
  const conflicts = (await loadIndex(context)).conflicts();
  if (conflicts.length === 0) return;
  context.io.err(
    "error: Committing is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.\n",
  );
  context.io.out(conflicts.map((path) => `U\t${quotePath(path, context)}\n`).join(''));
  throw new GitFailure('');
}

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
    ...(amended && { against: { tree: await treeOf(context, amended.parents[0]) } }),
  });
  const isFirst = amended !== undefined && amended.parents.length === 0;
  if (options.is('short') || options.is('porcelain') || options.is('zero')) {
    for (const { code, path, from } of shortRows(found, { porcelain: true }))
      context.io.out(
        options.is('zero')
          ? `${code} ${path}\0${from === undefined ? '' : `${from}\0`}`
          : `${code} ${from === undefined ? '' : `${quotePath(from, context)} -> `}${quotePath(path, context)}\n`,
      );
  } else {
    const how = { untracked, forCommit: true, amend: options.is('amend') };
    const shown = isFirst ? { ...found, head: undefined } : found;
    context.io.out(`${await statusText(context, shown, how)}${closingText(shown, how)}`);
  }
  return nothing ? 1 : 0;
}

async function authorOf(context: Context, options: CommitOptions, from: Commit | undefined): Promise<Person> {
  const own = personOf(context, 'AUTHOR');
  const reused = options.value('reuse') ?? options.value('reedit');
  const source = reused === undefined ? from : await readCommit(context.objects, await resolveCommit(context, reused));
  let author = source && !options.is('resetAuthor') ? source.author : own;
  const written = options.value('author');
  if (written !== undefined)
    author = { ...author, ...(/<.*>/.test(written) ? readAuthor(written) : await knownAuthor(context, written)) };
  const date = options.value('date');
  if (date === undefined) return author;
  try {
    return { ...author, ...momentOf(date === 'now' ? undefined : date) };
  } catch {
    return { ...author, time: Math.floor(readDate(date)) };
  }
}

async function knownAuthor(context: Context, text: string): Promise<Pick<Person, 'name' | 'email'>> {
  const head = await headCommit(context);
  for await (const { author } of history(context, head === undefined ? [] : [head])) {
    if (formatPerson(author).toLowerCase().includes(text.toLowerCase())) return author;
  }
  return readAuthor(text);
}

async function messageOf(
  context: Context,
  options: CommitOptions,
  { last, author }: { last: Commit | undefined; author: Person },
): Promise<string> {
  const { is } = options;
  const given = await givenMessage(context, options);
  const standing = (await readState(context, 'MERGE_MSG')) ?? (await readState(context, 'SQUASH_MSG'));
  const template = options.value('template') ?? context.config.get('commit.template');
  const fromTemplate =
    template === undefined ? '' : ((await readGitText(context.fs, resolveFrom(context.root, template))) ?? '');
  let text = given ?? (is('amend') ? last?.message : standing) ?? fromTemplate;
  if (is('signoff')) {
    const { name, email } = committerOf(context);
    text = addTrailer(text, `Signed-off-by: ${name} <${email}>`);
  }
  for (const trailer of options.values('trailer')) text = addTrailer(text, trailer.replace(/^([^:=]+)[=:]\s*/, '$1: '));
  const edits =
    is('edit') ||
    options.value('reedit') !== undefined ||
    (!is('noEdit') &&
      (given === undefined || (options.value('squash') !== undefined && options.values('message').length === 0)));
  const cleanup = cleanupOf(options.value('cleanup') ?? context.config.get('commit.cleanup'), edits);
  const comment = context.config.get('core.commentChar') ?? '#';
  const file = 'COMMIT_EDITMSG';
  if (!edits) await writeState(context, file, cleanMessage(text, cleanup === 'verbatim' ? cleanup : 'whitespace'));
  else {
    const full = await commitTemplate(context, text.trimEnd(), {
      author,
      verbose: is('verbose') || context.config.boolean('commit.verbose') === true,
      amend: is('amend') ? last : undefined,
      comment,
    });
    await writeState(context, file, full);
    if ((await runHook(context, 'prepare-commit-msg', [`.git/${file}`, ...(await sourceOf(context, options))])) !== 0)
      throw new GitFailure('', 1);
    const edited = await editInEditor(
      context,
      file,
      (await readGitText(context.fs, `${context.gitdir}/${file}`)) ?? '',
    );
    await writeState(context, file, edited);
  }
  if (
    !edits &&
    (await runHook(context, 'prepare-commit-msg', [`.git/${file}`, ...(await sourceOf(context, options))])) !== 0
  )
    throw new GitFailure('', 1);
  if (!is('noVerify') && (await runHook(context, 'commit-msg', [`.git/${file}`])) !== 0) throw new GitFailure('', 1);
  const final = (await readGitText(context.fs, `${context.gitdir}/${file}`)) ?? '';
  const clean = cleanMessage(
    is('verbose') && edits ? cleanMessage(final, 'scissors', comment) : final,
    cleanup,
    comment,
  );
  if (edits && fromTemplate !== '' && clean === cleanMessage(fromTemplate))
    throw new GitFailure('Aborting commit; you did not edit the message.', 1);
  return clean;
}

/** Where the message comes from, for `prepare-commit-msg`. */
async function sourceOf(context: Context, options: CommitOptions): Promise<string[]> {
  const { value } = options;
  const isGiven = [options.values('message')[0], value('file'), value('fixup')].some((one) => one !== undefined);
  if (isGiven) return ['message'];
  const reused = value('reuse') ?? value('reedit') ?? (options.is('amend') ? 'HEAD' : undefined);
  if (reused !== undefined) return ['commit', reused];
  if ((await readState(context, 'MERGE_HEAD')) !== undefined) return ['merge'];
  return (await readState(context, 'SQUASH_MSG')) === undefined ? [] : ['squash'];
}

function cleanupOf(text: string | undefined, edits: boolean): 'strip' | 'whitespace' | 'scissors' | 'verbatim' {
  if (text === 'scissors') return edits ? text : 'whitespace';
  if (text === 'strip' || text === 'whitespace' || text === 'verbatim') return text;
  if (text !== undefined && text !== 'default') throw new GitFailure(`Invalid cleanup mode ${text}`);
  return edits ? 'strip' : 'whitespace';
}

/** The message from the options; undefined if none gives one. */
async function givenMessage(context: Context, options: CommitOptions): Promise<string | undefined> {
  const { io } = context;
  const messages = options.values('message');
  const fixup = options.value('fixup') ?? options.value('squash');
  if (fixup !== undefined) {
    const name = fixup.replace(/^(?:amend|reword):/, '');
    const target = await readCommit(context.objects, await resolveCommit(context, name));
    const word =
      options.value('squash') !== undefined ? 'squash' : /^(?:amend|reword):/.test(fixup) ? 'amend' : 'fixup';
    const more = word === 'amend' ? [target.message] : messages;
    return [`${word}! ${subjectLine(target.message)}`, ...more].join('\n\n');
  }
  if (messages.length > 0) return joinParagraphs(messages);
  const file = options.value('file');
  if (file === '-') return decodeUtf8(await io.input());
  if (file !== undefined) {
    const text = await readGitText(context.fs, resolveFrom(io.cwd, file));
    if (text === undefined) throw new GitFailure(`could not read log file '${file}': No such file or directory`);
    return text;
  }
  const reuse = options.value('reuse') ?? options.value('reedit');
  if (reuse === undefined) return undefined;
  const oid = await findCommit(context, reuse);
  if (oid === undefined) throw new GitFailure(`could not lookup commit ${reuse}`);
  return (await readCommit(context.objects, oid)).message;
}
