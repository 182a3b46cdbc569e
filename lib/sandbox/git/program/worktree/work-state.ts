import { GitFailure } from '../../git-failure';
import { lookAt, type GitStat } from '../../git-fs';
import type { GitIndex, IndexEntry } from '../../store/index-file';
import { statFields } from '../../store/index-file';
import { GITLINK } from '../../store/tree';
import { comparePaths } from '../../store/bytes';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { GitIgnoreRules } from './ignore-rules';
import { innerHead } from './gitlink';
import { sparseCone } from '../setup/sparse-cone';
import { lookAtFile, modeOf, readWorkFile } from './work-files';

/** How a tracked file differs in the folder. */
type WorkChange =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'modified'; readonly mode: number; readonly stat: GitStat };

/** The folder of a repository, compared with its index. */
export interface WorkState {
  /** Files that differ from the index. */
  readonly changed: ReadonlyMap<string, WorkChange>;
  /** Untracked files; a folder without tracked files is listed as itself, with a slash at the end. */
  readonly untracked: readonly string[];
  readonly ignored: readonly string[];
}

export interface LookAtWork {
  /** `no` leaves them out; `normal` lists folders instead of their files. */
  readonly untracked?: 'no' | 'normal' | 'all';
  /** `matching` lists a folder instead of its files only if a rule matches the folder. */
  readonly ignored?: boolean | 'matching';
  /** Whether empty folders count as untracked. */
  readonly empty?: boolean;
  /** Whether submodules at another commit count; commands that change files leave them alone. */
  readonly inner?: boolean;
  /** Whether files that the index is told not to look at count: those that are about to be written. */
  readonly hidden?: boolean;
  /** Which files to look at. */
  readonly wanted?: (path: string) => boolean;
}

/** Compares the folder with the index; stats of files that turn out to be the same are updated in the index. */
export async function lookAtWork(
  context: Context,
  index: GitIndex,
  {
    untracked = 'no',
    ignored = false,
    empty = false,
    inner = true,
    hidden = false,
    wanted = () => true,
  }: LookAtWork = {},
): Promise<WorkState> {
  const isWhole = untracked !== 'no' || ignored !== false;
  const asked = index.all().filter(({ path }) => wanted(path)).length;
  const below = isWhole || asked >= MANY ? await statsBelow(context) : undefined;
  const scan = !isWhole
    ? undefined
    : await scanFolder(context, index, below, { all: untracked === 'all', wantIgnored: ignored, empty });
  const cone = hidden ? await sparseCone(context) : undefined;
  const changed = new Map<string, WorkChange>();
  const seen = new Set<string>();
  for (const entry of index.all()) {
    // What is outside of a sparse checkout is not written.
    const isLeft = isHidden(entry) && (!hidden || (entry.skipWorktree === true && cone?.holds(entry.path) === false));
    if (seen.has(entry.path) || isLeft || !wanted(entry.path)) continue;
    seen.add(entry.path);
    const known = below ? below.stats.get(entry.path) : scan?.stats.get(entry.path);
    const stat = known ?? (below ? undefined : await lookAtFile(context, entry.path));
    if (isHidden(entry) && !stat) continue;
    const change = await changeOf(context, index, entry, stat);
    if (!change) index.racy.delete(entry);
    const isInner = change?.kind === 'modified' && change.mode === GITLINK;
    if (change && (inner || !isInner)) changed.set(entry.path, change);
  }
  return {
    changed,
    untracked: scan?.untracked.filter((path) => wanted(path) || wanted(path.replace(/\/$/, ''))) ?? [],
    ignored: ignored ? (scan?.ignored.filter(wanted) ?? []) : [],
  };
}

/** Whether the index is told not to look at a file. */
export const isHidden = (entry: IndexEntry | undefined): boolean =>
  entry?.assumeValid === true || entry?.skipWorktree === true;

/** Brings the stats in the index up to date, so that files that are the same are known as such. */
export async function refreshIndex(context: Context): Promise<void> {
  const index = await loadIndex(context);
  await lookAtWork(context, index);
  await saveIndex(context, index);
}

/** How one file differs from its entry; undefined if it does not. */
async function changeOf(
  context: Context,
  index: GitIndex,
  entry: IndexEntry,
  stat: GitStat | undefined,
): Promise<WorkChange | undefined> {
  if (entry.mode === GITLINK) {
    if (stat?.type !== 'directory')
      return stat ? { kind: 'modified', mode: modeOf(context, stat), stat } : { kind: 'deleted' };
    const head = await innerHead(context, entry.path);
    const isSame = head === undefined || (head === entry.oid && entry.stage === 0);
    return isSame ? undefined : { kind: 'modified', mode: GITLINK, stat };
  }
  if (!stat || stat.type === 'directory') return { kind: 'deleted' };
  const mode = modeOf(context, stat, entry.mode);
  if (stat.type === 'fifo') return { kind: 'modified', mode, stat };
  if (entry.stage !== 0) return { kind: 'modified', mode, stat };
  if (mode === entry.mode && isAsKnown(entry, stat)) return undefined;
  if (mode === entry.mode && !entry.intentToAdd) {
    const bytes = await readWorkFile(context, entry.path, stat).catch((error: unknown) => {
      // A file of another size has changed, also where a required filter fails.
      if (error instanceof GitFailure && entry.size !== stat.size) return undefined;
      throw error;
    });
    if (bytes && context.objects.hash('blob', bytes) === entry.oid) {
      index.set({ ...entry, ...statFields(stat) });
      return undefined;
    }
    // A git that compares whole seconds would take the file for unchanged once the index is newer.
    if (entry.size === stat.size && entry.mtimeMs !== 0) index.set({ ...entry, mtimeMs: 0 });
  }
  return { kind: 'modified', mode, stat };
}

/** Whether a file's times and size show that it has not changed. */
export const isAsKnown = (entry: IndexEntry, stat: GitStat): boolean =>
  !entry.intentToAdd &&
  entry.size === stat.size &&
  Math.abs(entry.mtimeMs - stat.mtimeMs) < 0.001 &&
  entry.ino === stat.ino;

/** The stats of everything in the folder, from a single call. */
interface Below {
  readonly stats: ReadonlyMap<string, GitStat>;
  readonly folders: ReadonlyMap<string, readonly (GitStat & { readonly name: string })[]>;
}

/** With this many entries or more, one call for all of them is faster. */
const MANY = 50;

async function statsBelow({ fs, root }: Context): Promise<Below | undefined> {
  if (!fs.below) return undefined;
  const stats = new Map<string, GitStat>();
  const folders = new Map<string, (GitStat & { readonly name: string })[]>([['', []]]);
  const start = root === '/' ? 1 : root.length + 1;
  for (const { path: full, ...stat } of await fs.below(root)) {
    const path = full.slice(start);
    const cut = path.lastIndexOf('/');
    stats.set(path, stat);
    folders.get(cut < 0 ? '' : path.slice(0, cut))?.push({ name: path.slice(cut + 1), ...stat });
    if (stat.type === 'directory') folders.set(path, []);
  }
  return { stats, folders };
}

interface Scan {
  readonly stats: Map<string, GitStat>;
  readonly untracked: string[];
  readonly ignored: string[];
}

async function scanFolder(
  context: Context,
  index: GitIndex,
  below: Below | undefined,
  { all, wantIgnored, empty }: { all: boolean; wantIgnored: LookAtWork['ignored']; empty: boolean },
): Promise<Scan> {
  const rules = new GitIgnoreRules(context, [], true, below && ((path) => below.stats.has(path)));
  const { fs, root } = context;
  const folders = new Set<string>();
  for (const path of index.paths()) {
    for (let at = path.lastIndexOf('/'); at > 0 && !folders.has(path.slice(0, at)); at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  }
  const scan: Scan = { stats: new Map(), untracked: [], ignored: [] };
  const entriesOf = async (folder: string) => {
    if (below) return below.folders.get(folder) ?? [];
    const at = folder === '' ? root : `${root}/${folder}`;
    const names = await fs.readdir(at);
    const found = await Promise.all(names.map(async (name) => ({ name, stat: await lookAt(fs, `${at}/${name}`) })));
    return found.flatMap(({ name, stat }) => (stat ? [{ name, ...stat }] : []));
  };

  /** Returns the untracked and ignored paths below a folder. */
  const walk = async (folder: string, inIgnored: boolean): Promise<{ unknown: string[]; ignored: string[] }> => {
    const unknown: string[] = [];
    const ignored: string[] = [];
    for (const { name, ...stat } of await entriesOf(folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      // git does not see what is neither a file, a folder nor a link.
      if (name === '.git' || (stat.type === 'fifo' && !index.has(path))) continue;
      if (stat.type !== 'directory') {
        if (index.has(path)) scan.stats.set(path, stat);
        else if (inIgnored || (await rules.isIgnored(path, false))) ignored.push(path);
        else unknown.push(path);
        continue;
      }
      const isIgnored = inIgnored || (await rules.isIgnored(path, true));
      const hasKnown = folders.has(path);
      if (isIgnored && !hasKnown) {
        if (wantIgnored)
          ignored.push(
            ...(all && wantIgnored !== 'matching'
              ? (await walk(path, true)).ignored
              : (await holdsAny(entriesOf, path))
                ? [`${path}/`]
                : []),
          );
        continue;
      }
      if (!hasKnown && (index.get(path)?.mode === GITLINK || (await lookAt(fs, `${root}/${path}/.git`)))) {
        if (index.has(path)) scan.stats.set(path, stat);
        else unknown.push(`${path}/`);
        continue;
      }
      const inside = await walk(path, isIgnored);
      if (empty && !hasKnown && inside.unknown.length + inside.ignored.length === 0 && !index.has(path))
        unknown.push(`${path}/`);
      else if (hasKnown || all) {
        unknown.push(...inside.unknown);
        ignored.push(...inside.ignored);
      } else if (inside.unknown.length > 0) {
        // If a folder is where a file should be, git only says that the file is deleted.
        if (!index.has(path)) unknown.push(`${path}/`);
        ignored.push(...inside.ignored);
      } else if (wantIgnored === 'matching') ignored.push(...inside.ignored);
      else if (inside.ignored.length > 0) ignored.push(`${path}/`);
    }
    return { unknown, ignored };
  };
  const { unknown, ignored } = await walk('', false);
  scan.untracked.push(...unknown.toSorted(comparePaths));
  scan.ignored.push(...ignored.toSorted(comparePaths));
  return scan;
}

async function holdsAny(
  entriesOf: (folder: string) => Promise<readonly { readonly name: string; readonly type: GitStat['type'] }[]>,
  folder: string,
): Promise<boolean> {
  for (const { name, type } of await entriesOf(folder)) {
    if (type === 'fifo') continue;
    if (type !== 'directory' || (await holdsAny(entriesOf, `${folder}/${name}`))) return true;
  }
  return false;
}
