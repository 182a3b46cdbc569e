import { comparePaths } from '../../store/bytes';
import { changedInIndex, versionOf, workVersion } from '../diff/sides';
import { letterOf, type ChangedFile, type FileVersion } from '../../diff/file-change';
import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit } from '../../repository';
import type { GitIndex } from '../../store/index-file';
import { painter } from '../terminal/color';
import { inColumns } from '../terminal/columns';
import { loadIndex, openContext, type Context } from '../setup/context';
import { NO_OID } from '../../store/refs';
import { GITLINK } from '../../store/tree';
import { innerHead } from '../worktree/gitlink';
import { treeOfCommit } from '../worktree/merge-into-work';
import { plainStyle } from './make-commit';
import { quotePath } from '../text/quote-path';
import { sparseCone } from '../setup/sparse-cone';
import { seenFrom } from '../setup/pathspec';
import { prepareChanges } from '../diff/show-changes';
import { branchStanding } from '../refs/standing';
import { trackingText } from '../refs/upstream';
import { detachedText } from '../refs/detached';
import { lookAtWork, type LookAtWork } from '../worktree/work-state';

/** The status of a repository: the differences between its last commit, its index and its folder. */
export interface Standing {
  readonly index: GitIndex;
  readonly head: string | undefined;
  readonly branch: string | undefined;
  readonly staged: readonly ChangedFile[];
  readonly changed: readonly ChangedFile[];
  readonly conflicts: readonly string[];
  readonly untracked: readonly string[];
  readonly ignored: readonly string[];
  /** Whether a merge is waiting for its commit. */
  readonly merging: boolean;
}

export async function standingOf(
  context: Context,
  {
    renames = true,
    submodules = 'moved',
    wanted,
    against,
    ...look
  }: LookAtWork & {
    renames?: boolean;
    /** Which submodules count as changed: those with uncommitted changes or at another commit, or only the latter. */
    submodules?: 'all' | 'moved' | 'none';
    against?: { tree: string };
  } = {},
): Promise<Standing> {
  const index = await loadIndex(context);
  const head = await headCommit(context);
  const isConflict = (path: string) => index.isConflict(path);
  const style = plainStyle(context);
  const differs = await changedInIndex(
    context,
    against?.tree ?? (await treeOfCommit(context, head)),
    index,
    (path) => !isConflict(path) && (wanted?.(path) ?? true),
  );
  const staged = await prepareChanges(differs, renames ? style : { ...style, renames: undefined });
  const work = await lookAtWork(context, index, { ...look, inner: submodules !== 'none', ...(wanted && { wanted }) });
  const changed: ChangedFile[] = [];
  for (const [path, change] of work.changed) {
    if (isConflict(path)) continue;
    const entry = index.get(path);
    const isNew = entry?.intentToAdd === true && change.kind !== 'deleted';
    const old = entry && !isNew ? versionOf(context, path, entry) : undefined;
    changed.push({
      path,
      before: old,
      after: change.kind === 'deleted' ? undefined : await seenVersion(context, path, change.mode),
      ...(change.kind === 'modified' && change.mode === GITLINK && { inner: ['new commits'] }),
    });
  }
  return {
    index,
    head,
    branch: await currentBranch(context),
    staged,
    changed: submodules === 'all' ? await withInner(context, changed, index, wanted) : changed,
    conflicts: index.conflicts().filter((path) => wanted?.(path) ?? true),
    untracked: work.untracked,
    ignored: work.ignored,
    merging: (await context.refs.resolve('MERGE_HEAD')) !== undefined,
  };
}

/** A changed file. One that a required filter refuses has changed, too; it fails where its bytes are asked for. */
const seenVersion = (context: Context, path: string, mode: number): Promise<FileVersion> =>
  workVersion(context, path, mode).catch((error: unknown) => {
    if (!(error instanceof GitFailure)) throw error;
    return { path, mode, oid: NO_OID, inWork: true, read: () => Promise.reject(error) };
  });

/** The status of a submodule. */
export const innerStanding = async (context: Context, path: string, look: LookAtWork = {}): Promise<Standing> =>
  standingOf(await openContext({ ...context.io, cwd: `${context.root}/${path}` }), look);

/** The changes, with what is new in submodules, which count even if they are at the right commit. */
async function withInner(
  context: Context,
  changed: readonly ChangedFile[],
  index: GitIndex,
  wanted: (path: string) => boolean = () => true,
): Promise<ChangedFile[]> {
  const found = new Map(changed.map((change) => [change.path, change]));
  for (const entry of index.all()) {
    const { path, mode, stage } = entry;
    if (mode !== GITLINK || stage !== 0 || !wanted(path)) continue;
    const version = versionOf(context, path, entry);
    const head = await innerHead(context, path);
    if (head === undefined) continue;
    const own = await innerStanding(context, path, { untracked: 'normal' });
    const words = [
      ...(head === version.oid ? [] : ['new commits']),
      ...(own.staged.length + own.changed.length + own.conflicts.length > 0 ? ['modified content'] : []),
      ...(own.untracked.length > 0 ? ['untracked content'] : []),
    ];
    if (words.length > 0) found.set(path, { before: version, after: version, ...found.get(path), path, inner: words });
  }
  return [...found.values()].toSorted((a, b) => comparePaths(a.path, b.path));
}

/** How a file is in conflict: two letters as in `git status --short`, and the words of the long form. */
export function conflictCode(index: GitIndex, path: string): { code: string; words: string } {
  const bits = [1, 2, 3].map((stage) => (index.get(path, stage) ? stage : 0)).join('');
  const known: Readonly<Record<string, { code: string; words: string }>> = {
    '100': { code: 'DD', words: 'both deleted' },
    '020': { code: 'AU', words: 'added by us' },
    '103': { code: 'UD', words: 'deleted by us' },
    '003': { code: 'UA', words: 'added by them' },
    '120': { code: 'UD', words: 'deleted by them' },
    '023': { code: 'AA', words: 'both added' },
    '123': { code: 'UU', words: 'both modified' },
  };
  const found = known[bits] ?? { code: 'UU', words: 'both modified' };
  return bits === '103' ? { code: 'DU', words: 'deleted by us' } : found;
}

const WORDS: Readonly<Record<string, string>> = {
  A: 'new file',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'typechange',
};

export interface LongStatus {
  readonly untracked: 'no' | 'normal' | 'all';
  /** Prints the lines as comments in a message. */
  readonly comment?: boolean;
  /** For `commit`, to say why there is nothing to commit. */
  readonly forCommit?: boolean;
  readonly amend?: boolean;
  /** How untracked files are laid out, as `--column` says. */
  readonly column?: string | undefined;
  /** Whether to count how far the branch is ahead and behind; by default so. */
  readonly counts?: boolean;
}

/** The long form of `git status`. */
export async function statusText(
  context: Context,
  found: Standing,
  { untracked, forCommit = false, comment = false, column, counts = true }: LongStatus,
): Promise<string> {
  const { head, branch, staged, changed, conflicts, index } = found;
  const name = (path: string) => quotePath(context.bare ? path : seenFrom(context, context.io.cwd, path), context);
  const hints = !comment && context.config.advises('statusHints');
  let out = branch === undefined ? `${await detachedText(context)}\n` : `On branch ${branch}\n`;
  const tracked =
    head === undefined ? '' : await trackingText(context, { hints: context.config.advises('statusHints'), counts });
  if (tracked !== '') out += `${tracked}\n`;
  const middle = await branchStanding(context, conflicts.length > 0, { hints, forCommit });
  if (middle !== '') out += `${middle}\n`;
  if (await sparseCone(context)) {
    const all = index.all();
    const absent = all.filter(({ skipWorktree }) => skipWorktree === true).length;
    const share = all.length === 0 ? 100 : 100 - Math.floor((100 * absent) / all.length);
    out += `You are in a sparse checkout with ${share}% of tracked files present.\n\n`;
  }
  if (head === undefined) out += forCommit ? '\nInitial commit\n\n' : '\nNo commits yet\n\n';
  const { paint } = painter(context, comment ? 'never' : undefined, 'color.status');
  const section = (
    title: string,
    advice: readonly string[],
    plain: readonly string[],
    [color, slot]: readonly [string, string],
  ) => {
    if (plain.length === 0) return;
    const lines = plain.map((line) => paint(color, line, slot));
    const shown = hints ? advice.map((hint) => `  (${hint})\n`).join('') : '';
    const isList = title.startsWith('Untracked') || title.startsWith('Ignored');
    out += `${title}\n${shown}${inColumns(lines, isList ? column : undefined, { indent: '\t' })}\n`;
  };
  const labelled = (word: string, path: string, width: number) => `${`${word}:`.padEnd(width)}${path}`;
  const line = (change: ChangedFile) =>
    labelled(
      WORDS[letterOf(change)] ?? '',
      change.similarity === undefined
        ? name(change.path)
        : `${name(change.before?.path ?? '')} -> ${name(change.path)}`,
      12,
    ) + (change.inner ? ` (${change.inner.join(', ')})` : '');
  const merging = middle.includes('erging') || (await isMerging(context));
  const unstage =
    head === undefined
      ? 'use "git rm --cached <file>..." to unstage'
      : 'use "git restore --staged <file>..." to unstage';
  section('Changes to be committed:', merging || comment ? [] : [unstage], staged.map(line), ['green', 'added']);
  const codes = conflicts.map((path) => conflictCode(index, path).words);
  const deletes = codes.some((words) => words.startsWith('deleted') || words === 'both deleted');
  const onlyBoth = codes.every((words) => words === 'both deleted');
  const how = !deletes
    ? 'use "git add <file>..." to mark resolution'
    : onlyBoth
      ? 'use "git rm <file>..." to mark resolution'
      : 'use "git add/rm <file>..." as appropriate to mark resolution';
  section(
    'Unmerged paths:',
    [
      ...(merging
        ? []
        : [
            head === undefined
              ? 'use "git rm --cached <file>..." to unstage'
              : 'use "git restore --staged <file>..." to unstage',
          ]),
      how,
    ],
    conflicts.map((path, at) => labelled(codes[at] ?? '', name(path), 17)),
    ['red', 'unmerged'],
  );
  const gone = changed.some(({ after }) => !after);
  section(
    'Changes not staged for commit:',
    [
      `use "git add${gone ? '/rm' : ''} <file>..." to update what will be committed`,
      'use "git restore <file>..." to discard changes in working directory',
      ...(changed.some(({ inner }) => inner?.some((words) => words.endsWith('content')))
        ? ['commit or discard the untracked or modified content in submodules']
        : []),
    ],
    changed.map(line),
    ['red', 'changed'],
  );
  if (untracked !== 'no') {
    section(
      'Untracked files:',
      ['use "git add <file>..." to include in what will be committed'],
      found.untracked.map(name),
      ['red', 'untracked'],
    );
    section(
      'Ignored files:',
      ['use "git add -f <file>..." to include in what will be committed'],
      found.ignored.map(name),
      ['red', 'untracked'],
    );
  } else if (staged.length > 0 && !comment)
    out += `Untracked files not listed${hints ? ' (use -u option to show untracked files)' : ''}\n`;
  return out;
}

const isMerging = async ({ refs }: Context): Promise<boolean> =>
  (await refs.resolve('MERGE_HEAD')) !== undefined || (await refs.resolve('CHERRY_PICK_HEAD')) !== undefined;

/** The last line: why there is nothing to commit; empty if there is something. */
export function closingText(found: Standing, { untracked, amend = false }: LongStatus, hints = true): string {
  const { staged, changed, conflicts, head } = found;
  const hint = (text: string) => (hints ? ` (${text})` : '');
  if (staged.length > 0 || (found.merging && conflicts.length === 0)) return '';
  if (amend) return 'No changes\n';
  if (changed.length + conflicts.length > 0)
    return `no changes added to commit${hint('use "git add" and/or "git commit -a"')}\n`;
  if (found.untracked.length > 0)
    return `nothing added to commit but untracked files present${hint('use "git add" to track')}\n`;
  if (head === undefined) return `nothing to commit${hint('create/copy files and use "git add" to track')}\n`;
  return untracked === 'no'
    ? `nothing to commit${hint('use -u to show untracked files')}\n`
    : 'nothing to commit, working tree clean\n';
}

/** Each file's two letters and path, in the order of `--short`. */
export function shortRows(
  { index, staged, changed, conflicts, untracked, ignored }: Standing,
  { porcelain }: { porcelain: boolean },
): { code: string; path: string; from?: string }[] {
  const rows = new Map<string, { code: string; path: string; from?: string }>();
  for (const change of staged) {
    rows.set(change.path, {
      code: `${letterOf(change)} `,
      path: change.path,
      ...(change.similarity !== undefined && change.before && { from: change.before.path }),
    });
  }
  for (const change of changed) {
    const known = rows.get(change.path);
    // Outside of porcelain, a small letter stands for uncommitted changes in a submodule.
    const small = change.inner?.includes('modified content') ? 'm' : '?';
    const isMoved = porcelain || !change.inner || change.inner.includes('new commits');
    const letter = !isMoved ? small : change.before ? letterOf(change) : 'A';
    rows.set(change.path, { ...known, code: `${known?.code[0] ?? ' '}${letter}`, path: change.path });
  }
  for (const path of conflicts) rows.set(path, { code: conflictCode(index, path).code, path });
  return [
    ...[...rows.values()].sort((a, b) => comparePaths(a.path, b.path)),
    ...untracked.map((path) => ({ code: '??', path })),
    ...ignored.map((path) => ({ code: '!!', path })),
  ];
}
