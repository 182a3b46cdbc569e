import { GitFailure } from '../../git-failure';
import { mergeTexts } from '../../merge/merge-text';
import { headCommit } from '../../repository';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { EMPTY_TREE } from '../../store/objects';
import { readCommit } from '../../store/commit';
import type { FileEntry } from '../../store/tree';
import { patchByAnswers } from '../stage/add-patch';
import { loadIndex, openWorkTree, type Context } from '../setup/context';
import { changesBetweenTrees } from '../diff/diff-sides';
import { DIFF_FLAGS, DIFF_OPTIONAL, DIFF_VALUES } from '../diff/diff-options';
import { diffStyle } from '../diff/diff-style';
import type { GitCommand } from '../setup/git-io';
import { readOptions, type Options } from '../terminal/options';
import { pathspecs, prefixOf, wantedBy } from '../setup/pathspec';
import { moveReflog } from '../refs/reflog';
import { rerere } from '../worktree/rerere';
import { findCommit } from '../refs/revision';
import { changesText, prepareChanges } from '../diff/show-changes';
import { applyStash } from '../stash/apply-stash';
import { cleanAfterStash, createStash, dropStash, stashAt, storeStash, type NewStash } from '../stash/stash-entries';
import { closingText, standingOf, statusText } from '../commit/status-text';
import { filesOfCommit, treeOfCommit } from '../worktree/merge-into-work';
import { lookAtFile, readWorkFile, writeWorkBytes } from '../worktree/work-files';
import { checkout } from './checkout';
import { log } from './log';

const VERBS = new Set(['push', 'save', 'list', 'show', 'pop', 'apply', 'drop', 'clear', 'branch', 'create', 'store']);

export const stash: GitCommand = async (args, io) => {
  const [first, ...others] = args;
  const isVerb = first !== undefined && VERBS.has(first);
  if (first !== undefined && !isVerb && !first.startsWith('-'))
    throw new GitFailure(`subcommand wasn't specified; 'push' can't be assumed due to unexpected token '${first}'`);
  const verb = isVerb ? first : 'push';
  const rest = isVerb ? others : args;
  const context = await openWorkTree(io);
  switch (verb) {
    case 'list':
      return (await context.refs.resolve('refs/stash')) === undefined
        ? undefined
        : log(['--format=%gd: %gs', '-g', '--first-parent', ...rest, 'refs/stash'], io);
    case 'show':
      return show(context, rest);
    case 'clear':
      if (rest.length > 0) throw new GitFailure('git stash clear with arguments is unimplemented', 1);
      await context.refs.remove('refs/stash');
      return moveReflog(context, 'refs/stash');
    case 'create': {
      const made = await createStash(context, {
        ...NOTHING_ELSE,
        message: rest.length > 0 ? rest.join(' ') : undefined,
        wanted: undefined,
      });
      return io.out(made ? `${made.oid}\n` : '');
    }
    case 'store':
      return store(context, rest);
    case 'branch':
      return branchFrom(context, rest);
    case 'drop':
    case 'pop':
    case 'apply':
      return bringBack(context, verb, rest);
    default:
      return push(context, rest, verb === 'save');
  }
};

/** What `stash create` stashes. */
const NOTHING_ELSE = { message: undefined, untracked: 'no', keepIndex: false, stagedOnly: false } as const;

/** Fails for options that contradict each other. */
function mustFit({ is }: Pick<Options<'untracked' | 'all' | 'patch' | 'staged', never>, 'is'>): void {
  if (!is('untracked') && !is('all')) return;
  const name = is('patch') ? 'patch' : is('staged') ? 'staged' : undefined;
  if (name !== undefined)
    throw new GitFailure(`Can't use --${name} and --include-untracked or --all at the same time`, 1, '');
}

/** `-p`: the files with the parts that are chosen by answers; the exit code if there are none. */
async function chooseParts(
  context: Context,
  specs: ReturnType<typeof pathspecs>,
  quiet: boolean,
): Promise<ReadonlyMap<string, FileEntry> | number> {
  const { io } = context;
  const open = (await loadIndex(context)).conflicts();
  if (open.length > 0) {
    io.out(open.map((path) => `${path}: needs merge\n`).join(''));
    return 1;
  }
  const wanted = specs.length > 0 ? wantedBy(specs) : undefined;
  if ((await createStash(context, { ...NOTHING_ELSE, wanted })) === undefined) {
    if (!quiet) io.out('No local changes to save\n');
    return 0;
  }
  const texts: [string, string, number][] = [];
  await patchByAnswers(context, 'stash', specs, {
    chosen: (path: string, text: string, mode: number) => void texts.push([path, text, mode]),
  });
  const chosen = new Map<string, FileEntry>();
  for (const [path, text, mode] of texts)
    chosen.set(path, { mode, oid: await context.objects.write('blob', encodeUtf8(text)) });
  if (chosen.size > 0) return chosen;
  io.err('No changes selected\n');
  return 1;
}

async function push(context: Context, args: readonly string[], isSave: boolean): Promise<number | void> {
  const { io } = context;
  const options = readOptions(args, {
    flags: {
      untracked: '-u --include-untracked',
      all: '-a --all',
      quiet: '-q --quiet',
      keepIndex: '-k --keep-index',
      noKeepIndex: '--no-keep-index',
      patch: '-p --patch',
      staged: '-S --staged',
    },
    values: { message: '-m --message' },
  });
  const message = options.value('message') ?? (isSave && options.rest.length > 0 ? options.rest.join(' ') : undefined);
  // After a path, `--` is a path as well.
  const named = options.before.length > 0 && options.paths ? [...options.before, '--', ...options.paths] : options.rest;
  const specs = isSave ? [] : pathspecs(context, io.cwd, named);
  mustFit(options);
  const chosen = options.is('patch') ? await chooseParts(context, specs, options.is('quiet')) : new Map();
  if (typeof chosen === 'number') return chosen;
  const how: NewStash = {
    message,
    untracked: options.is('all') ? 'all' : options.is('untracked') ? 'untracked' : 'no',
    keepIndex: options.is('keepIndex') && !options.is('noKeepIndex'),
    stagedOnly: options.is('staged'),
    wanted: specs.length > 0 ? wantedBy(specs) : undefined,
    ...(options.is('patch') && { chosen }),
  };
  const known = (await standingOf(context, { untracked: how.untracked === 'no' ? 'no' : 'all', renames: false })).index;
  for (const spec of specs) {
    if (how.untracked === 'no' && !spec.excludes && !known.paths().some(spec.matches))
      throw new GitFailure(
        `pathspec ':(,prefix:${prefixOf(context, context.io.cwd).length})${spec.path}' did not match any file(s) known to git\nDid you forget to 'git add'?`,
        1,
      );
  }
  const made = await createStash(context, how).catch((error: unknown) => {
    if (!(error instanceof GitFailure) || !options.is('quiet')) throw error;
    throw new GitFailure(error.message.replace(/\nCannot save .*$/, ''), error.exitCode, error.prefix);
  });
  if (!made) {
    if (how.stagedOnly && (await createStash(context, { ...how, stagedOnly: false }))) {
      io.err('No staged changes\n');
      return 1;
    }
    if (!options.is('quiet')) io.out('No local changes to save\n');
    return;
  }
  await storeStash(context, made.oid, made.message);
  if (!options.is('quiet')) io.out(`Saved working directory and index state ${made.message}\n`);
  if (how.chosen) await takeChosen(context, how.chosen);
  else await cleanAfterStash(context, how, made.unknown, made.oid);
}

/** Removes the chosen parts from the files. */
async function takeChosen(context: Context, chosen: ReadonlyMap<string, FileEntry>): Promise<void> {
  const head = await filesOfCommit(context, await headCommit(context));
  for (const [path, entry] of chosen) {
    const stat = await lookAtFile(context, path);
    const base = head.get(path);
    if (!stat || !base) continue;
    const text = async (oid: string) => decodeUtf8(await context.objects.blob(oid));
    const now = decodeUtf8(await readWorkFile(context, path, stat));
    const merged = mergeTexts(await text(entry.oid), now, await text(base.oid), {
      style: 'merge',
      labels: { ours: '', base: '', theirs: '' },
      favor: 'ours',
    });
    await writeWorkBytes(context, path, base.mode, encodeUtf8(merged.text));
  }
}

function mustBeOne(names: readonly string[]): void {
  if (names.length > 1)
    throw new GitFailure(`Too many revisions specified:${names.map((name) => ` '${name}'`).join('')}`, 1, '');
}

async function show(context: Context, args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    flags: { ...DIFF_FLAGS, untracked: '-u --include-untracked', only: '--only-untracked' },
    values: DIFF_VALUES,
    optional: DIFF_OPTIONAL,
  });
  mustBeOne(options.rest);
  const { oid } = await stashAt(context, options.rest[0]);
  const stash = await readCommit(context.objects, oid);
  const style = diffStyle(context, options);
  const isSet = (key: string) => context.config.boolean(key);
  const withUntracked =
    options.is('untracked') || (!options.is('only') && isSet('stash.showIncludeUntracked') === true);
  const parts = [
    ...(isSet('stash.showStat') === false ? [] : (['stat'] as const)),
    ...(isSet('stash.showPatch') === true ? (['patch'] as const) : []),
  ];
  const changes = options.is('only')
    ? []
    : await changesBetweenTrees(context, await treeOfCommit(context, stash.parents[0]), stash.tree);
  const unknown =
    (withUntracked || options.is('only')) && stash.parents[2] !== undefined
      ? await changesBetweenTrees(context, EMPTY_TREE, await treeOfCommit(context, stash.parents[2]))
      : [];
  const stashed = withUntracked ? await filesOfCommit(context, oid) : new Map<string, unknown>();
  const twice = unknown.find(({ path }) => stashed.has(path));
  if (twice !== undefined)
    throw new GitFailure(
      `worktree and untracked commit have duplicate entries: ${twice.path}\nfatal: failed to unpack trees`,
      128,
      'error: ',
    );
  context.io.out(
    await changesText(
      await prepareChanges(
        [...changes, ...unknown].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
        style,
      ),
      style,
      parts,
    ),
  );
}

async function store(context: Context, args: readonly string[]): Promise<void> {
  const options = readOptions(args, { flags: { quiet: '-q --quiet' }, values: { message: '-m --message' } });
  if (options.rest.length !== 1) throw new GitFailure('"git stash store" requires one <commit> argument', 1, '');
  const [name = ''] = options.rest;
  const oid = await findCommit(context, name);
  if (oid === undefined) throw new GitFailure(`Cannot update refs/stash with ${name}`, 1, '');
  await storeStash(context, oid, options.value('message') ?? 'Created via "git stash store".');
}

async function bringBack(context: Context, verb: 'pop' | 'apply' | 'drop', args: readonly string[]): Promise<number> {
  const { io } = context;
  const options = readOptions(args, { flags: { quiet: '-q --quiet', index: '--index' } });
  mustBeOne(options.rest);
  const { number, oid, name } = await stashAt(context, options.rest[0]);
  if (number === undefined && verb !== 'apply') throw new GitFailure(`'${name}' is not a stash reference`, 1);
  const dropped = () => (options.is('quiet') ? undefined : io.out(`Dropped ${name} (${oid})\n`));
  if (verb === 'drop') {
    await dropStash(context, number ?? 0);
    dropped();
    return 0;
  }
  const open = (await loadIndex(context)).conflicts();
  if (open.length > 0) {
    io.out(open.map((path) => `${path}: needs merge\n`).join(''));
    if (verb === 'pop') io.out('The stash entry is kept in case you need it again.\n');
    return 1;
  }
  const { clean, messages, kept } = await applyStash(context, oid, { index: options.is('index') }).catch(
    async (error: unknown) => {
      if (error instanceof GitFailure && error.exitCode === 1) {
        io.err(`${error.prefix}${error.message}\n`);
        if (!options.is('quiet')) await sayStanding(context);
        if (verb === 'pop') io.out('The stash entry is kept in case you need it again.\n');
        throw new GitFailure('', 1);
      }
      if (verb === 'pop') io.err('The stash entry is kept in case you need it again.\n');
      throw error;
    },
  );
  io.out(messages.map((line) => `${line}\n`).join(''));
  if (!clean) await rerere(context);
  sayKept(context, kept);
  if (!options.is('quiet')) await sayStanding(context);
  if (!clean) {
    if (verb === 'pop') io.out('The stash entry is kept in case you need it again.\n');
    return 1;
  }
  if (verb === 'pop') {
    await dropStash(context, number ?? 0);
    dropped();
  }
  return 0;
}

async function sayStanding(context: Context): Promise<void> {
  const found = await standingOf(context, { untracked: 'normal' });
  const how = { untracked: 'normal' } as const;
  context.io.out(`${await statusText(context, found, how)}${closingText(found, how)}`);
}

/** Reports untracked files of the stash that exist again: they stay as they are, and the entry is kept. */
function sayKept({ io }: Context, kept: readonly string[]): void {
  if (kept.length === 0) return;
  io.err(kept.map((path) => `${path} already exists, no checkout\n`).join(''));
  io.err('error: could not restore untracked files from stash\n');
}

async function branchFrom(context: Context, [name, which]: readonly string[]): Promise<number> {
  if (name === undefined) throw new GitFailure('No branch name specified', 1, '');
  const { number, oid, name: shown } = await stashAt(context, which);
  const base = (await readCommit(context.objects, oid)).parents[0] ?? 'HEAD';
  await checkout(['-b', name, base], context.io).catch((error: unknown) => {
    if (!(error instanceof GitFailure)) throw error;
    throw new GitFailure(error.message, 1, error.prefix);
  });
  const { clean, kept } = await applyStash(context, oid, { index: true }).catch(async (error: unknown) => {
    if (!(error instanceof GitFailure) || error.exitCode !== 1) throw error;
    context.io.err(`${error.prefix}${error.message}\nIndex was not unstashed.\n`);
    await sayStanding(context);
    throw new GitFailure('', 1);
  });
  sayKept(context, kept);
  await sayStanding(context);
  if (!clean) return 1;
  if (number !== undefined) {
    await dropStash(context, number);
    context.io.out(`Dropped ${shown} (${oid})\n`);
  }
  return 0;
}
