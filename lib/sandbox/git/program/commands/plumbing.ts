import { isBelow, resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { isRefName } from '../../store/refs';
import { decodeUtf8 } from '../../store/bytes';
import { mustBeObject } from '../../store/check-object';
import { writeCommit } from '../../store/commit';
import { bareEntry, statFields, type GitIndex } from '../../store/index-file';
import { isKind } from '../../store/objects';
import { isPlainPath, mustBePlain } from '../../store/plain-path';
import { entryAt, EXECUTABLE, FILE_MODE, GITLINK, TREE, writeTreeEntries } from '../../store/tree';
import { loadIndex, openContext, openWorkTree, saveIndex, findContext, type Context } from '../setup/context';
import { changedFiles, filesOfIndex, filesOfTree } from '../diff/diff-sides';
import { forkPoint } from '../refs/fork-point';
import type { GitCommand } from '../setup/git-io';
import { namesOnInput } from '../terminal/names-on-input';
import { independent, isAncestor, mergeBases } from '../refs/history';
import { indexTree, mustBeTree } from '../worktree/merge-into-work';
import { joinParagraphs } from '../message/message';
import { noteMove } from '../refs/reflog';
import { readOptions } from '../terminal/options';
import { unquotePath } from '../text/quote-path';
import { inRepository, pathspecs, wantedBy } from '../setup/pathspec';
import { committerOf, personOf } from '../people/people';
import { findObject, resolveCommit, resolveTree } from '../refs/revision';
import { fileForFolder, isBeyondLink, lookAtFile, stageFile, toStore, writeWorkFile } from '../worktree/work-files';
import { isAsKnown, lookAtWork } from '../worktree/work-state';
import { bareContext } from '../setup/bare-context';

export const hashObject: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { write: '-w', stdin: '--stdin', paths: '--stdin-paths', plain: '--no-filters', loose: '--literally' },
    values: { type: '-t', path: '--path' },
  });
  const type = options.value('type') ?? 'blob';
  if (options.is('paths') && options.rest.length > 0)
    throw new GitFailure("Can't specify files with --stdin-paths", 129, 'error: ');
  if (options.is('paths') && (options.is('stdin') || options.value('path') !== undefined))
    throw new GitFailure(`Can't use --stdin-paths with --${options.is('stdin') ? 'stdin' : 'path'}`, 129, 'error: ');
  if (!isKind(type)) throw new GitFailure(`invalid object type "${type}"`);
  const context = options.is('write') ? await openContext(io) : ((await findContext(io)) ?? bareContext(io));
  const hash = async (bytes: Uint8Array) => {
    if (!options.is('loose')) mustBeObject(type, bytes);
    io.out(`${options.is('write') ? await context.objects.write(type, bytes) : context.objects.hash(type, bytes)}\n`);
  };
  // The name says which attributes count; a file outside of the repository has none.
  const filtered = async (name: string | undefined, bytes: Uint8Array) => {
    const path = name === undefined ? undefined : resolveFrom(io.cwd, name);
    const plain = options.is('plain') || options.is('loose') || type !== 'blob' || context.bare;
    return plain || path === undefined || !isBelow(path, context.root)
      ? bytes
      : toStore(context, path.slice(context.root.length + 1), bytes, false);
  };
  const named = options.value('path');
  if (options.is('stdin')) await hash(await filtered(named, await io.input()));
  const listed = options.is('paths') ? await namesOnInput(io) : [];
  for (const path of [...options.rest, ...listed]) {
    const bytes = await io.fs.readFile(resolveFrom(io.cwd, path)).catch(() => undefined);
    if (!bytes) throw new GitFailure(`could not open '${path}' for reading: No such file or directory`);
    await hash(await filtered(named ?? path, bytes));
  }
};

export const mergeBase: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      ancestor: '--is-ancestor',
      all: '-a --all',
      octopus: '--octopus',
      independent: '--independent',
      fork: '--fork-point',
    },
  });
  const context = await openContext(io);
  const oids: string[] = [];
  for (const name of options.rest) {
    const oid = await findObject(context, name);
    if (oid === undefined) throw new GitFailure(`Not a valid object name ${name}`);
    oids.push(await resolveCommit(context, name));
  }
  const [first = '', second = ''] = oids;
  const needs = options.is('octopus') || options.is('independent') || options.is('fork') ? 1 : 2;
  if (oids.length < needs) throw new GitFailure('usage: git merge-base [-a | --all] <commit> <commit>...', 129);
  if (options.is('ancestor')) return (await isAncestor(context, first, second)) ? 0 : 1;
  if (options.is('independent')) {
    io.out((await independent(context, oids)).map((oid) => `${oid}\n`).join(''));
    return 0;
  }
  if (options.is('fork')) {
    const tip = second === '' ? await resolveCommit(context, 'HEAD') : second;
    const point = await forkPoint(context, options.rest[0] ?? '', tip);
    if (point === undefined) return 1;
    io.out(`${point}\n`);
    return 0;
  }
  const found = options.is('octopus')
    ? await oids
        .slice(1)
        .reduce<Promise<string[]>>(
          async (known, oid) => mergeBases(context, [(await known)[0] ?? first, oid]),
          Promise.resolve([first]),
        )
    : await mergeBases(context, oids.length === 1 ? [first, first] : oids);
  for (const oid of options.is('all') ? found : found.slice(0, 1)) io.out(`${oid}\n`);
  return found.length > 0 ? 0 : 1;
};

export const symbolicRef: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      short: '--short',
      quiet: '-q --quiet',
      remove: '-d --delete',
      noRecurse: '--no-recurse',
      recurse: '--recurse',
    },
    values: { reason: '-m' },
  });
  const context = await openContext(io);
  const [name = '', target] = options.rest;
  if (name === '' || options.rest.length > 2)
    throw new GitFailure('usage: git symbolic-ref [-m <reason>] <name> <ref>', 129);
  if (target !== undefined) {
    if (name === 'HEAD' && !target.startsWith('refs/')) throw new GitFailure('Refusing to point HEAD outside of refs/');
    if (!isRefName(target)) throw new GitFailure(`Refusing to set '${name}' to invalid ref '${target}'`);
    const before = await context.refs.resolve(name);
    await context.refs.link(name, target);
    const after = await context.refs.resolve(name);
    if (after !== undefined) await noteMove(context, name, { before, after, reason: options.value('reason') ?? '' });
    return;
  }
  const found = await context.refs.target(name);
  if (found === undefined) {
    if (options.is('remove')) throw new GitFailure(`Cannot delete ${name}, not a symbolic ref`);
    if (!options.is('quiet')) throw new GitFailure(`ref ${name} is not a symbolic ref`);
    return 1;
  }
  if (options.is('remove')) {
    if (name === 'HEAD') throw new GitFailure(`deleting '${name}' is not allowed`);
    return context.refs.remove(name);
  }
  let last = found;
  const follows = options.last('recurse', 'noRecurse') !== 'noRecurse';
  for (let next: string | undefined = last; next !== undefined && follows; next = await context.refs.target(next))
    last = next;
  return io.out(`${options.is('short') ? last.replace(/^refs\/(?:heads|tags|remotes)\//, '') : last}\n`);
};

const unprocessed = (path: string, why: string): GitFailure =>
  new GitFailure(`${path}: ${why}\nfatal: Unable to process path ${path}`, 128, 'error: ');

/** One of the modes that an index can hold: links, submodules, and files with or without the right to run. */
function plainMode(octal: string): number {
  const mode = parseInt(octal, 8);
  const kind = mode & 0o170000;
  if (kind === 0o120000 || kind === 0o160000) return kind;
  return kind === 0o040000 ? 0o160000 : 0o100644 | (mode & 0o100 ? 0o111 : 0);
}

export const updateIndex: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      add: '--add',
      remove: '--remove',
      forceRemove: '--force-remove',
      refresh: '--refresh --really-refresh',
      again: '-g --again',
      info: '--index-info',
      quiet: '-q',
      assume: '--assume-unchanged',
      noAssume: '--no-assume-unchanged',
      skip: '--skip-worktree',
      noSkip: '--no-skip-worktree',
      stdin: '--stdin',
      zero: '-z',
      ignoreMissing: '--ignore-missing',
      verbose: '--verbose',
      plain:
        '--replace --unmerged --split-index --no-split-index --untracked-cache --no-untracked-cache --force-untracked-cache --no-fsmonitor --ignore-submodules --clear-resolve-undo',
    },
    values: { info: '--cacheinfo', mode: '--chmod', version: '--index-version' },
  });
  const context = await openContext(io);
  const index = await loadIndex(context);
  const paths = [...options.rest];
  // How the index is stored is of no concern here.
  const version = options.value('version');
  if (version !== undefined && !/^[234]$/.test(version))
    throw new GitFailure(`index-version ${version} not in range: 2..4`);
  for (const info of options.values('info').filter((value) => value !== '')) {
    const [mode = '', oid = '', path = ''] = info.includes(',')
      ? info.split(/,(\w+),/)
      : [info, paths.shift(), paths.shift()];
    if (!options.is('add') && !index.has(path))
      throw new GitFailure(
        `${path}: cannot add to the index - missing --add option?\nfatal: git update-index: --cacheinfo cannot add ${path}`,
        128,
        'error: ',
      );
    index.set(bareEntry(path, { mode: plainMode(mode), oid }));
  }
  if (args.includes('--index-info')) {
    for (const line of decodeUtf8(await io.input()).split('\n')) {
      const [, mode, oid, stage, path] = /^(\d+) (?:\w+ )?([0-9a-f]{40})(?: (\d))?\t(.+)$/.exec(line) ?? [];
      if (line === '') continue;
      if (mode === undefined || oid === undefined || path === undefined)
        throw new GitFailure(`malformed index info ${line}`);
      if (!isPlainPath(path, Number.parseInt(mode, 8))) io.err(`Ignoring path ${path}\n`);
      else if (/^0+$/.test(mode)) index.remove(path);
      else index.set(bareEntry(path, { mode: plainMode(mode), oid }, Number(stage ?? 0)));
    }
  }
  const listed = options.is('stdin') ? await namesOnInput(io, options.is('zero') ? '\0' : '\n') : [];
  const again = options.is('again') ? await changedSinceHead(context, index, paths) : undefined;
  const chmod = options.value('mode');
  if (chmod !== undefined && chmod !== '+x' && chmod !== '-x')
    throw new GitFailure(`option 'chmod' expects "+x" or "-x"`, 129);
  const say = (what: string, path: string) => options.is('verbose') && io.out(`${what} '${path}'\n`);
  for (const given of again ?? [...paths, ...listed]) {
    const path = inRepository(context, io.cwd, given);
    const entry = index.get(path);
    if (chmod !== undefined && entry) {
      index.set({ ...entry, mode: chmod === '+x' ? EXECUTABLE : FILE_MODE });
      say('add', path);
      say(`chmod ${chmod}`, path);
    }
    if (chmod !== undefined && entry) continue;
    if (options.is('assume') || options.is('noAssume') || options.is('skip') || options.is('noSkip')) {
      if (!entry) throw new GitFailure(`Unable to mark file ${path}`);
      const assume = options.is('assume') || (entry.assumeValid && !options.is('noAssume'));
      const skip = options.is('skip') || (entry.skipWorktree && !options.is('noSkip'));
      const { assumeValid: _a, skipWorktree: _s, ...plain } = entry;
      index.set({ ...plain, ...(assume && { assumeValid: true }), ...(skip && { skipWorktree: true }) });
    } else if (options.is('forceRemove')) {
      index.remove(path);
      say('remove', path);
    } else {
      const stat = await lookAtFile(context, path);
      if (!stat && !options.is('remove') && (await isBeyondLink(context, path)))
        throw unprocessed(path, 'is beyond a symbolic link');
      if (stat) {
        if (!index.has(path) && !options.is('add'))
          throw unprocessed(path, 'cannot add to the index - missing --add option?');
        index.set(await stageFile(context, index, path, stat));
        say('add', path);
      } else if (options.is('remove')) {
        index.remove(path);
        say('remove', path);
      } else throw unprocessed(path, 'does not exist and --remove not passed');
    }
  }
  let code = 0;
  if (options.is('refresh')) {
    const { changed } = await lookAtWork(context, index);
    const open = index.conflicts();
    io.out(open.map((path) => `${path}: needs merge\n`).join(''));
    if (open.length > 0) code = 1;
    for (const [path, { kind }] of changed) {
      const isLeft = kind === 'deleted' && options.is('ignoreMissing');
      if (options.is('quiet') || isLeft || index.isConflict(path)) continue;
      io.out(`${path}: needs update\n`);
      code = 1;
    }
  }
  await saveIndex(context, index);
  return code;
};

/** `--again`: the paths whose entries differ from HEAD. */
async function changedSinceHead(context: Context, index: GitIndex, paths: readonly string[]): Promise<string[]> {
  const commit = await headCommit(context);
  if (commit === undefined) return [];
  const head = await filesOfTree(context, await resolveTree(context, commit));
  const wanted = wantedBy(pathspecs(context, context.io.cwd, paths, { here: true }));
  return changedFiles(head, filesOfIndex(context, index), wanted)
    .filter(({ after }) => after)
    .map(({ path }) => resolveFrom(context.root, path));
}

export const writeTreeCommand: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { missing: '--missing-ok' }, values: { prefix: '--prefix' } });
  const context = await openContext(io);
  await mustBeTree(context, new GitFailure('git-write-tree: error building trees'));
  const prefix = options.value('prefix')?.replace(/\/$/, '') ?? '';
  const found = await entryAt(context.objects, await indexTree(context), prefix);
  if (found?.mode !== TREE) throw new GitFailure(`git-write-tree: prefix ${options.value('prefix')} not found`);
  io.out(`${found.oid}\n`);
};

export const commitTree: GitCommand = async (args, io) => {
  const options = readOptions(args, { values: { parent: '-p', message: '-m', file: '-F' } });
  const context = await openContext(io);
  const [name] = options.rest;
  if (name === undefined || options.rest.length > 1) throw new GitFailure('must give exactly one tree', 129);
  const tree = await findObject(context, name);
  if (tree === undefined) throw new GitFailure(`not a valid object name ${name}`);
  if ((await context.objects.find(tree))?.kind !== 'tree') throw new GitFailure(`${tree} is not a valid 'tree' object`);
  const parents = await Promise.all(options.values('parent').map((name) => resolveCommit(context, name)));
  const given = options.values('message');
  const file = options.value('file');
  const message =
    given.length > 0
      ? joinParagraphs(given)
      : decodeUtf8(
          file === undefined || file === '-' ? await io.input() : await io.fs.readFile(resolveFrom(io.cwd, file)),
        );
  io.out(
    `${await writeCommit(context.objects, { tree, parents, author: personOf(context, 'AUTHOR'), committer: committerOf(context), message })}\n`,
  );
};

/** Copies files from the index to the folder. */
export const checkoutIndex: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      all: '-a --all',
      force: '-f --force',
      update: '-u --index',
      quiet: '-q --quiet',
      noCreate: '-n --no-create',
      stdin: '--stdin',
      zero: '-z',
    },
    absent: '--temp --stage --ignore-skip-worktree-bits',
    values: { prefix: '--prefix' },
  });
  const context = await openWorkTree(io);
  const index = await loadIndex(context);
  const listed = options.is('stdin') ? await namesOnInput(io, options.is('zero') ? '\0' : '\n') : [];
  const given = [...options.rest, ...listed];
  if (options.is('all') && options.rest.length > 0)
    throw new GitFailure("git checkout-index: don't mix '--all' and explicit filenames");
  const start = options.value('prefix') ?? '';
  let code = 0;
  for (const path of options.is('all')
    ? index.files().keys()
    : given.map((name) => inRepository(context, io.cwd, name))) {
    const entry = index.get(path);
    const there = await lookAtFile(context, start + path);
    const isSame = entry && there && start === '' && isAsKnown(entry, there);
    if (isSame) continue;
    if (!entry) {
      if (!options.is('quiet')) io.err(`git checkout-index: ${path} is not in the cache\n`);
      code = 1;
    } else if (there && !options.is('force')) {
      if (!options.is('quiet') && !options.is('all')) io.err(`${path} already exists, no checkout\n`);
      if (!options.is('all')) code = 1;
    } else if (there || !options.is('noCreate')) {
      const blocking = options.is('force') ? undefined : await fileForFolder(context, start + path);
      if (blocking !== undefined) throw new GitFailure(`cannot create directory at '${blocking}': File exists`);
      mustBePlain(path, entry.mode);
      await writeWorkFile(context, start + path, entry);
      const stat = options.is('update') && start === '' ? await lookAtFile(context, path) : undefined;
      if (stat) index.set({ ...entry, ...statFields(stat) });
    }
  }
  await saveIndex(context, index);
  return code;
};

export const mktree: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { zero: '-z', missing: '--missing' }, absent: '--batch' });
  const context = await openContext(io);
  const isZero = options.is('zero');
  const lines = decodeUtf8(await io.input()).split(isZero ? '\0' : '\n');
  if (lines.at(-1) === '') lines.pop();
  const entries: { mode: number; oid: string; name: string }[] = [];
  for (const line of lines) {
    const [, written, type, oid, shown] = /^([0-7]+) (\w+) ([0-9a-f]{40})\t(.+)$/s.exec(line) ?? [];
    if (written === undefined || oid === undefined || shown === undefined)
      throw new GitFailure(`input format error: ${line || '(blank line only valid in batch mode)'}`);
    const [mode, name] = [parseInt(written, 8), isZero ? shown : unquotePath(shown)];
    if (name.includes('/')) throw new GitFailure(`path ${name} contains slash`);
    const kind = mode === TREE ? 'tree' : mode === GITLINK ? 'commit' : 'blob';
    if (type !== kind) throw new GitFailure(`entry '${name}' object type (${type}) doesn't match mode type (${kind})`);
    const found = await context.objects.find(oid);
    if (!found && mode !== GITLINK && !options.is('missing'))
      throw new GitFailure(`entry '${name}' object ${oid} is unavailable`);
    if (found && found.kind !== kind)
      throw new GitFailure(`entry '${name}' object ${oid} is a ${found.kind} but specified type was (${kind})`);
    entries.push({ mode, oid, name });
  }
  io.out(`${await writeTreeEntries(context.objects, entries)}\n`);
};
