import { GitFailure } from '../git-failure';
import type { GitFs, GitStat } from '../git-fs';
import { bytesToHex, comparePaths, concatBytes, decodeUtf8, encodeUtf8, hexToBytes, sha1 } from './bytes';
import { mustBePlain } from './plain-path';
import type { FileEntry } from './tree';

/** A file's entry in the index. */
export interface IndexEntry extends FileEntry {
  readonly path: string;
  /** 0, or in a conflict 1 for the base, 2 for ours, 3 for theirs. */
  readonly stage: number;
  readonly size: number;
  /** 0 if only reading the file can tell whether it has changed. */
  readonly mtimeMs: number;
  readonly ino: number;
  /** Added without its contents (`add -N`). */
  readonly intentToAdd?: boolean;
  /** Set by `update-index --assume-unchanged` and `--skip-worktree`. */
  readonly assumeValid?: boolean;
  readonly skipWorktree?: boolean;
}

const HEAD_BYTES = 12;
const ENTRY_BYTES = 62;
const SUM_BYTES = 20;
const ASSUME_VALID = 0x8000;
const EXTENDED = 0x4000;
const SKIP_WORKTREE = 0x4000;
const INTENT_TO_ADD = 0x2000;

/** The versions of a file in a conflict: base, ours, theirs. */
export type Stages = readonly [FileEntry | undefined, FileEntry | undefined, FileEntry | undefined];

const keyOf = (path: string, stage: number): string => `${path}\0${stage}`;

/** The files of the next commit, with the stats that their entries were made from. */
export class GitIndex {
  private readonly entries = new Map<string, IndexEntry>();
  private readonly unmerged = new Set<string>();
  private sorted: readonly IndexEntry[] | undefined;
  changed = false;
  /** The tree that all entries together are; undefined if that is not known. git calls this a cache tree. */
  tree: string | undefined;
  /** The conflicts that were resolved since the last merge, so that they can be had back. */
  readonly resolved = new Map<string, Stages>();
  /** Entries as read whose files are as new as the index, in the whole seconds that native git compares. */
  readonly racy = new Set<IndexEntry>();

  /** All entries, by path and stage. */
  all(): readonly IndexEntry[] {
    this.sorted ??= [...this.entries.values()].toSorted((a, b) => comparePaths(a.path, b.path) || a.stage - b.stage);
    return this.sorted;
  }

  get = (path: string, stage = 0): IndexEntry | undefined => this.entries.get(keyOf(path, stage));
  has = (path: string): boolean => this.entries.has(keyOf(path, 0)) || this.unmerged.has(path);
  /** Each path once. */
  paths = (): string[] => [...new Set(this.all().map(({ path }) => path))];
  conflicts = (): string[] => [...this.unmerged].toSorted(comparePaths);
  isConflict = (path: string): boolean => this.unmerged.has(path);

  /** The files without a conflict, as a tree has them. */
  files(): Map<string, IndexEntry> {
    return new Map(this.all().flatMap((entry) => (entry.stage === 0 ? [[entry.path, entry] as const] : [])));
  }

  set(entry: IndexEntry): void {
    const { path, stage, mode, oid, intentToAdd } = entry;
    mustBePlain(path, mode);
    const known = this.get(path, stage);
    if (known?.mode !== mode || known.oid !== oid || known.intentToAdd !== intentToAdd) this.tree = undefined;
    if (stage !== 0) this.entries.delete(keyOf(path, 0));
    else if (this.unmerged.has(path)) this.removeStages(path);
    if (stage !== 0) {
      this.unmerged.add(path);
      this.resolved.delete(path);
    }
    this.entries.set(keyOf(path, stage), entry);
    this.touch();
  }

  /** Takes the entries of a file, in its order. */
  load(entries: readonly IndexEntry[]): void {
    for (const entry of entries) {
      this.entries.set(keyOf(entry.path, entry.stage), entry);
      if (entry.stage !== 0) this.unmerged.add(entry.path);
    }
    this.sorted = entries;
  }

  remove(path: string): boolean {
    const removed = this.entries.delete(keyOf(path, 0)) || this.unmerged.has(path);
    if (this.unmerged.has(path)) this.removeStages(path);
    if (removed) {
      this.tree = undefined;
      this.touch();
    }
    return removed;
  }

  private removeStages(path: string): void {
    const [base, ours, theirs] = [1, 2, 3].map((stage) => this.get(path, stage));
    this.resolved.set(path, [base, ours, theirs]);
    for (const stage of [1, 2, 3]) this.entries.delete(keyOf(path, stage));
    this.unmerged.delete(path);
  }

  /** After this, resolved conflicts cannot be had back: another merge or another commit is what counts. */
  forgetResolved(): void {
    this.changed ||= this.resolved.size > 0;
    this.resolved.clear();
  }

  /** Removes entries for a file where a folder should be, and the other way round: git keeps only one of them. */
  removeClashes(path: string): void {
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) this.remove(path.slice(0, at));
    const below = `${path}/`;
    for (const entry of this.all()) if (entry.path.startsWith(below)) this.remove(entry.path);
  }

  clear(): void {
    this.entries.clear();
    this.unmerged.clear();
    this.resolved.clear();
    this.tree = undefined;
    this.touch();
  }

  private touch(): void {
    this.sorted = undefined;
    this.changed = true;
  }
}

/** The fields of a stat that the index keeps. */
export const statFields = ({ size, mtimeMs, ino }: GitStat) => ({ size, mtimeMs, ino });

/** An entry without a stat, only with its contents. */
export const bareEntry = (path: string, { mode, oid }: FileEntry, stage = 0): IndexEntry => ({
  path,
  mode,
  oid,
  stage,
  size: 0,
  mtimeMs: 0,
  ino: 0,
});

export async function readIndex(fs: GitFs, path: string): Promise<GitIndex> {
  const index = new GitIndex();
  const bytes = await fs.readFile(path).catch(() => undefined);
  if (!bytes) return index;
  const named = path.replace(/^.*\/(?=\.git\/)/, '');
  if (bytes.length < HEAD_BYTES) throw new GitFailure(`${named}: index file smaller than expected`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4);
  if (decodeUtf8(bytes.subarray(0, 4)) !== 'DIRC' || version < 2 || version > 3) {
    throw new GitFailure(`index file is of version ${version}, which is not supported in this sandbox`);
  }
  const writtenMs = Math.floor((await fs.lstat(path)).mtimeMs);
  const entries: IndexEntry[] = [];
  let at = HEAD_BYTES;
  try {
    for (let count = view.getUint32(8); count > 0; count--) {
      const flags = view.getUint16(at + 60);
      const more = flags & EXTENDED ? view.getUint16(at + 62) : 0;
      const start = at + ENTRY_BYTES + (flags & EXTENDED ? 2 : 0);
      const end = bytes.indexOf(0, start);
      if (end < 0) throw new GitFailure('index file corrupt');
      const entry: IndexEntry = {
        path: decodeUtf8(bytes.subarray(start, end)),
        stage: (flags >> 12) & 3,
        mode: view.getUint32(at + 24),
        oid: bytesToHex(bytes.slice(at + 40, at + 60)),
        size: view.getUint32(at + 36),
        mtimeMs: mtimeOf(view, at, writtenMs),
        ino: view.getUint32(at + 20),
        ...(more & INTENT_TO_ADD && { intentToAdd: true }),
        ...(more & SKIP_WORKTREE && { skipWorktree: true }),
        ...(flags & ASSUME_VALID && { assumeValid: true }),
      };
      entries.push(entry);
      if (view.getUint32(at + 8) >= Math.floor(writtenMs / 1000)) index.racy.add(entry);
      at += (end - at + 8) & ~7;
    }
  } catch (error) {
    if (error instanceof RangeError) throw new GitFailure('index file corrupt');
    throw error;
  }
  index.load(entries);
  for (const [name, body] of extensionsOf(bytes, at)) {
    if (name === CACHE_TREE) index.tree ??= readCacheTree(body);
    if (name === RESOLVED) for (const [path, stages] of readResolved(body)) index.resolved.set(path, stages);
  }
  return index;
}

const CACHE_TREE = 'TREE';
/** What git calls "resolve undo". */
const RESOLVED = 'REUC';

/** What follows the entries: gitformat-index(5), "Extensions". */
function* extensionsOf(bytes: Uint8Array, start: number): Generator<readonly [name: string, body: Uint8Array]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = start; at + 8 <= bytes.length - SUM_BYTES; at += 8 + view.getUint32(at + 4))
    yield [decodeUtf8(bytes.subarray(at, at + 4)), bytes.subarray(at + 8, at + 8 + view.getUint32(at + 4))];
}

function extensionBytes(name: string, body: Uint8Array): Uint8Array {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, body.length);
  return concatBytes(encodeUtf8(name), size, body);
}

/** The tree of the whole index. */
function readCacheTree(body: Uint8Array): string | undefined {
  const line = body.indexOf(10);
  const isValid = /^\0\d+ \d+$/.test(decodeUtf8(body.subarray(0, line)));
  return isValid ? bytesToHex(body.slice(line + 1, line + 1 + SUM_BYTES)) : undefined;
}

const cacheTreeBytes = (tree: string, count: number): Uint8Array =>
  extensionBytes(CACHE_TREE, concatBytes(encodeUtf8(`\0${count} 0\n`), hexToBytes(tree)));

/** For each path its three modes in octal, each ended by NUL, and the ids of those that are not zero. */
function* readResolved(body: Uint8Array): Generator<readonly [path: string, stages: Stages]> {
  let at = 0;
  const next = (): string => {
    const end = body.indexOf(0, at);
    const text = decodeUtf8(body.subarray(at, end < 0 ? body.length : end));
    at = end < 0 ? body.length : end + 1;
    return text;
  };
  while (at < body.length) {
    const path = next();
    const modes = [next(), next(), next()].map((octal) => Number.parseInt(octal, 8));
    const [base, ours, theirs] = modes.map((mode) => {
      if (!mode) return undefined;
      at += SUM_BYTES;
      return { mode, oid: bytesToHex(body.slice(at - SUM_BYTES, at)) };
    });
    yield [path, [base, ours, theirs]];
  }
}

const resolvedBytes = (resolved: GitIndex['resolved']): Uint8Array =>
  extensionBytes(
    RESOLVED,
    concatBytes(
      ...[...resolved]
        .toSorted(([a], [b]) => comparePaths(a, b))
        .flatMap(([path, stages]) => [
          encodeUtf8(`${[path, ...stages.map((entry) => (entry?.mode ?? 0).toString(8))].join('\0')}\0`),
          ...stages.flatMap((entry) => (entry ? [hexToBytes(entry.oid)] : [])),
        ]),
    ),
  );

/** A file as new as the index may have changed within the same millisecond: what git calls "racy git". */
function mtimeOf(view: DataView, at: number, writtenMs: number): number {
  const mtimeMs = view.getUint32(at + 8) * 1000 + view.getUint32(at + 12) / 1e6;
  return Math.floor(mtimeMs) < writtenMs ? mtimeMs : 0;
}

export async function writeIndex(fs: GitFs, path: string, index: GitIndex): Promise<void> {
  const all = index.all();
  const extended = all.some(({ intentToAdd, skipWorktree }) => intentToAdd || skipWorktree);
  const head = new Uint8Array(HEAD_BYTES);
  head.set(encodeUtf8('DIRC'));
  const view = new DataView(head.buffer);
  view.setUint32(4, extended ? 3 : 2);
  view.setUint32(8, all.length);
  const tree = index.tree === undefined ? [] : [cacheTreeBytes(index.tree, all.length)];
  const resolved = index.resolved.size === 0 ? [] : [resolvedBytes(index.resolved)];
  const body = concatBytes(head, ...all.map(entryBytes), ...tree, ...resolved);
  await fs.writeFile(path, concatBytes(body, sha1(body)));
  index.changed = false;
}

function entryBytes(entry: IndexEntry): Uint8Array {
  const name = encodeUtf8(entry.path);
  const more = (entry.intentToAdd ? INTENT_TO_ADD : 0) | (entry.skipWorktree ? SKIP_WORKTREE : 0);
  const start = ENTRY_BYTES + (more ? 2 : 0);
  const bytes = new Uint8Array((start + name.length + 8) & ~7);
  const view = new DataView(bytes.buffer);
  const seconds = Math.floor(entry.mtimeMs / 1000);
  const nanos = Math.round((entry.mtimeMs - seconds * 1000) * 1e6);
  for (const at of [0, 8]) {
    view.setUint32(at, seconds);
    view.setUint32(at + 4, nanos);
  }
  view.setUint32(20, entry.ino);
  view.setUint32(24, entry.mode);
  view.setUint32(36, entry.size);
  bytes.set(hexToBytes(entry.oid), 40);
  const valid = entry.assumeValid ? ASSUME_VALID : 0;
  view.setUint16(60, valid | (more ? EXTENDED : 0) | (entry.stage << 12) | Math.min(name.length, 0xfff));
  if (more) view.setUint16(62, more);
  bytes.set(name, start);
  return bytes;
}
