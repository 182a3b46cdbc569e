import { GitFailure } from '../../git-failure';
import { NO_OID } from '../../store/refs';
import { mergeTexts } from '../../merge/merge-text';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import type { GitIndex } from '../../store/index-file';
import { currentBranch, headCommit } from '../../repository';
import { readCommit, subjectLine, writeCommit } from '../../store/commit';
import { writeTree, type FileEntry } from '../../store/tree';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { filesOfCommit, indexTree } from '../worktree/merge-into-work';
import { committerOf, personOf } from '../people/people';
import { findCommit } from '../refs/revision';
import { forgetStopped } from '../setup/state';
import { moveReflog, readReflog, writeReflog } from '../refs/reflog';
import { forceTree, writeTreeFiles, notUpToDate } from '../worktree/switch-tree';
import { moveHead } from '../refs/update-refs';
import { linkAbove, lookAtFile, modeOf, readWorkFile, removeWorkFile, writeWorkBytes } from '../worktree/work-files';
import { removeIfEmpty, unknownFolders } from '../worktree/empty-folders';
import { lookAtWork } from '../worktree/work-state';

const REF = 'refs/stash';

export interface NewStash {
  readonly message: string | undefined;
  readonly untracked: 'no' | 'untracked' | 'all';
  readonly keepIndex: boolean;
  readonly stagedOnly: boolean;
  readonly wanted: ((path: string) => boolean) | undefined;
  /** Contents to stash instead of those in the folder, by path. */
  readonly chosen?: ReadonlyMap<string, FileEntry>;
}

/** Makes the commits of a stash entry: the index, the folder, untracked files. Undefined if nothing differs. */
export async function createStash(
  context: Context,
  { message, untracked, stagedOnly, wanted = () => true, chosen }: NewStash,
): Promise<{ oid: string; message: string; unknown: readonly string[] } | undefined> {
  const head = await headCommit(context);
  if (head === undefined) throw new GitFailure('You do not have the initial commit yet', 1, '');
  const index = await loadIndex(context);
  if (index.conflicts().length > 0) {
    context.io.out(needsMerge(index));
    throw new GitFailure('', 1);
  }
  const intended = index.all().find(({ intentToAdd, path }) => intentToAdd && wanted(path));
  if (intended) throw cannotSave(notUpToDate(intended.path));
  const before = await filesOfCommit(context, head);
  const look = await lookAtWork(context, index, {
    inner: false,
    untracked: untracked === 'no' ? 'no' : 'all',
    ignored: untracked === 'all',
    wanted,
  });
  const unknown = [...(untracked === 'no' ? [] : look.untracked), ...(untracked === 'all' ? look.ignored : [])].filter(
    (path) => !path.endsWith('/'),
  );
  // What is staged elsewhere is in the entry too, as git has it.
  const files = new Map<string, FileEntry>();
  for (const [path, entry] of index.files()) {
    const change = stagedOnly ? undefined : look.changed.get(path);
    if (change?.kind === 'deleted') await mustNotBeBeyondLink(context, path);
    if (change?.kind === 'deleted') continue;
    files.set(path, change ? await stored(context, path, entry.mode) : { mode: entry.mode, oid: entry.oid });
  }
  // Files removed from the index but still in the folder are stashed too.
  for (const path of before.keys()) {
    if (!index.has(path) && wanted(path) && !stagedOnly) await mustNotBeBeyondLink(context, path);
    const stat = !index.has(path) && wanted(path) && !stagedOnly ? await lookAtFile(context, path) : undefined;
    if (stat && stat.type !== 'directory') files.set(path, await stored(context, path, 0));
  }
  if (chosen) {
    files.clear();
    for (const [path, entry] of before) files.set(path, entry);
    for (const [path, entry] of chosen) files.set(path, entry);
  }
  const tree = await writeTree(context.objects, files);
  const own = await indexTree(context);
  const differs = differing(files, before, wanted) || (!stagedOnly && differing(index.files(), before, wanted));
  if (!differs && unknown.length === 0) return undefined;
  const branch = (await currentBranch(context)) ?? '(no branch)';
  const title = `${head.slice(0, 7)} ${subjectLine((await readCommit(context.objects, head)).message)}`;
  const people = { author: personOf(context, 'AUTHOR'), committer: committerOf(context) };
  const indexCommit = await writeCommit(context.objects, {
    tree: own,
    parents: [head],
    ...people,
    message: `index on ${branch}: ${title}\n`,
  });
  const parents = [head, indexCommit];
  // Also where there are none: then the commit is empty.
  if (untracked !== 'no') {
    const entries = new Map<string, FileEntry>();
    for (const path of unknown) entries.set(path, await stored(context, path, 0));
    parents.push(
      await writeCommit(context.objects, {
        tree: await writeTree(context.objects, entries),
        parents: [],
        ...people,
        message: `untracked files on ${branch}: ${title}\n`,
      }),
    );
  }
  const text = message === undefined ? `WIP on ${branch}: ${title}` : `On ${branch}: ${message}`;
  const oid = await writeCommit(context.objects, {
    tree,
    parents,
    ...people,
    message: text,
  });
  return { oid, message: text, unknown };
}

export const needsMerge = (index: GitIndex): string =>
  index
    .conflicts()
    .map((path) => `${path}: needs merge\n`)
    .join('');

const cannotSave = (why: string): GitFailure =>
  new GitFailure(`${why}\nCannot save the current worktree state`, 1, 'error: ');

async function mustNotBeBeyondLink(context: Context, path: string): Promise<void> {
  if ((await linkAbove(context, path)) !== undefined)
    throw cannotSave(`'${path}' is beyond a symbolic link\nfatal: Unable to process path ${path}`);
}

const differing = (
  files: ReadonlyMap<string, FileEntry>,
  head: ReadonlyMap<string, FileEntry>,
  wanted: (path: string) => boolean,
): boolean =>
  [...new Set([...files.keys(), ...head.keys()])].some(
    (path) =>
      wanted(path) && (files.get(path)?.oid !== head.get(path)?.oid || files.get(path)?.mode !== head.get(path)?.mode),
  );

async function stored(context: Context, path: string, known: number): Promise<FileEntry> {
  const stat = await lookAtFile(context, path);
  if (!stat) throw new GitFailure(`unable to stat '${path}'`, 1);
  if (stat.type === 'fifo') throw cannotSave(`${path}: unsupported file type\nfatal: Unable to process path ${path}`);
  return {
    mode: modeOf(context, stat, known),
    oid: await context.objects.write('blob', await readWorkFile(context, path, stat)),
  };
}

/** Adds a stash entry. Do this before anything is removed from the folder, so that nothing can be lost. */
export async function storeStash(context: Context, oid: string, message: string): Promise<void> {
  const moves = await readReflog(context, REF);
  const before = await context.refs.resolve(REF);
  // As git has it, storing what is on top already changes nothing.
  if (before === oid) return;
  await context.refs.write(REF, oid);
  await writeReflog(context, REF, [
    {
      before: before ?? NO_OID,
      after: oid,
      reason: message.trim().replaceAll(/\s*\n\s*/g, ' '),
      who: committerOf(context),
    },
    ...moves,
  ]);
  const kept = await readReflog(context, REF);
  if (kept[0]?.after !== oid || kept.length !== moves.length + 1)
    throw new GitFailure('the stash could not be noted; your changes are where they were', 1);
}

/** git resets when it removes changes from the folder: the reflog and `ORIG_HEAD` record it. */
export async function noteReset(context: Context): Promise<void> {
  const commit = await headCommit(context);
  if (commit === undefined) return;
  await context.refs.write('ORIG_HEAD', commit);
  await forgetStopped(context);
  await moveHead(context, commit, 'reset: moving to HEAD');
}

/** Removes what was stashed from the folder. */
export async function cleanAfterStash(
  context: Context,
  stash: NewStash,
  unknown: readonly string[],
  oid: string,
): Promise<void> {
  const index = await loadIndex(context);
  const head = await filesOfCommit(context, await headCommit(context));
  const staged = new Map([...index.files()].map(([path, { mode, oid }]) => [path, { mode, oid }]));
  const cleans = stash.untracked !== 'no' && stash.wanted === undefined;
  const folders = cleans ? await unknownFolders(context, index) : [];
  for (const path of unknown) await removeWorkFile(context, path);
  for (const folder of folders) await removeIfEmpty(context, folder);
  const { wanted = () => true, stagedOnly, keepIndex } = stash;
  if (stash.wanted === undefined && !stagedOnly) {
    await forceTree(context, index, head);
    await noteReset(context);
  } else {
    const saved = await filesOfCommit(context, oid);
    const paths = [...new Set([...index.paths(), ...saved.keys(), ...head.keys()])].filter(
      (path) =>
        wanted(path) &&
        (!stagedOnly ||
          staged.get(path)?.oid !== head.get(path)?.oid ||
          staged.get(path)?.mode !== head.get(path)?.mode),
    );
    const kept = stagedOnly ? await withoutStaged(context, index, head, paths) : new Map<string, Kept>();
    await writeTreeFiles(context, index, head, paths);
    for (const [path, { mode, text }] of kept) await writeWorkBytes(context, path, mode, encodeUtf8(text));
    if (stagedOnly && !keepIndex) await noteReset(context);
  }
  if (keepIndex) {
    const paths = [...staged]
      .filter(
        ([path, entry]) => wanted(path) && (head.get(path)?.oid !== entry.oid || head.get(path)?.mode !== entry.mode),
      )
      .map(([path]) => path);
    const gone = [...head.keys()].filter((path) => wanted(path) && !staged.has(path));
    await writeTreeFiles(context, index, staged, [...paths, ...gone]);
  }
  await saveIndex(context, index);
}

export async function stashAt(
  context: Context,
  text: string | undefined,
): Promise<{ number: number | undefined; oid: string; name: string }> {
  const moves = await readReflog(context, REF);
  const digits = /^(?:stash@\{)?(\d+)\}?$/.exec(text ?? '0')?.[1];
  if (digits === undefined) {
    const oid = text === undefined ? undefined : await findCommit(context, text).catch(() => undefined);
    if (oid === undefined) throw new GitFailure(`${text} is not a valid reference`, 1);
    if ((await readCommit(context.objects, oid)).parents.length < 2)
      throw new GitFailure(`'${text}' is not a stash-like commit`);
    return { number: text === 'stash' || text === REF ? 0 : undefined, oid, name: text ?? '' };
  }
  const only = moves.length === 0 && Number(digits) === 0 ? await context.refs.resolve(REF) : undefined;
  // Once its log has expired, the ref still names the last entry.
  if (only !== undefined) return { number: 0, oid: only, name: 'refs/stash@{0}' };
  if (moves.length === 0)
    throw text === undefined
      ? new GitFailure('No stash entries found.', 1, '')
      : new GitFailure(`${text === digits ? `${REF}@{${digits}}` : text} is not a valid reference`, 1);
  const found = moves[Number(digits)];
  if (!found)
    throw new GitFailure(`log for '${text === digits ? REF : 'stash'}' only has ${moves.length} entries`, 128);
  if ((await readCommit(context.objects, found.after)).parents.length < 2)
    throw new GitFailure(`'${text ?? `${REF}@{0}`}' is not a stash-like commit`);
  return {
    number: Number(digits),
    oid: found.after,
    name: /^\d+$/.test(text ?? '0') ? `refs/stash@{${digits}}` : (text ?? ''),
  };
}

export async function dropStash(context: Context, number: number): Promise<void> {
  const moves = await readReflog(context, REF);
  const left = moves.filter((_, at) => at !== number);
  const linked = left.map((move, at) => ({ ...move, before: left[at + 1]?.after ?? NO_OID }));
  const [first] = linked;
  if (!first) {
    await context.refs.remove(REF);
    await moveReflog(context, REF);
    return;
  }
  await context.refs.write(REF, first.after);
  await writeReflog(context, REF, linked);
}

interface Kept {
  readonly mode: number;
  readonly text: string;
}

/** The contents of files with both staged and unstaged changes, without the staged ones. */
async function withoutStaged(
  context: Context,
  index: GitIndex,
  head: ReadonlyMap<string, FileEntry>,
  paths: readonly string[],
): Promise<Map<string, Kept>> {
  const going = new Set(paths);
  const { changed } = await lookAtWork(context, index, { wanted: (path) => going.has(path) });
  const found = new Map<string, Kept>();
  for (const [path, change] of changed) {
    if (change.kind === 'deleted') continue;
    const [staged, before] = [index.get(path), head.get(path)];
    const text = async (oid: string) => decodeUtf8(await context.objects.blob(oid));
    const merged =
      staged && before
        ? mergeTexts(
            await text(staged.oid),
            decodeUtf8(await readWorkFile(context, path, change.stat)),
            await text(before.oid),
            { style: 'merge', labels: { ours: '', base: '', theirs: '' } },
          )
        : undefined;
    if (!merged || merged.conflicts > 0)
      throw new GitFailure(
        `patch failed: ${path}:1\nerror: ${path}: patch does not apply\nCannot remove worktree changes`,
        1,
      );
    found.set(path, { mode: change.mode, text: merged.text });
  }
  return found;
}
