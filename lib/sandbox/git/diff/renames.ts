import { decodeUtf8, isBinary } from '../store/bytes';
import { EMPTY_BLOB } from '../store/objects';
import { SAME, type ChangedFile, type FileVersion } from './file-change';

/** Contents are compared if there are no more pairs of files than the square of this. */
const LIMIT = 1000;
/** How similar two files of the same name must be to count as a rename before all others are compared. */
const SAME_NAME_SHARE = 0.5;
/** Candidates kept for each file. */
const CANDIDATES = 4;
const CHUNK_BYTES = 64;

export interface FindRenames {
  /** The lowest similarity that counts, of 60,000. */
  readonly least: number;
  /** Finds copies of changed files too, and of those in `all`. */
  readonly copies?: boolean;
  /** Empty files are paired too. */
  readonly empty?: boolean;
  /** All files of the old side, to find copies of any of them. */
  readonly all?: readonly FileVersion[];
  /** With more files than about this on each side, contents are not compared; 0 for any number. */
  readonly limit?: number;
  /** Told the limit that would have been needed. */
  readonly onSkipped?: (needed: number) => void;
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Pairs removed files with added ones that are similar enough. */
export async function findRenames(
  changes: readonly ChangedFile[],
  { least, copies = false, empty = false, all = [], limit = LIMIT, onSkipped }: FindRenames,
): Promise<ChangedFile[]> {
  const gone = changes.flatMap(({ before, after }) => (before && !after ? [before] : []));
  const came = changes.flatMap(({ before, after }) => (!before && after ? [after] : []));
  const kept = copies ? [...changes.flatMap(({ before, after }) => (before && after ? [before] : [])), ...all] : [];
  const sources = new Map([...kept, ...gone].map((version) => [version.path, version]));
  if (came.length === 0 || sources.size === 0) return [...changes];
  const pairs = new Map<string, { source: FileVersion; similarity: number }>();
  const used = new Set<string>();
  const pair = (target: FileVersion, source: FileVersion, similarity: number) => {
    pairs.set(target.path, { source, similarity });
    used.add(source.path);
  };
  const sizes = new SizeTable();
  const mayMove = empty ? came : came.filter(({ oid }) => oid !== EMPTY_BLOB);
  pairExact(mayMove, [...sources.values()], copies, used, pair);
  const isGone = new Set(gone.map(({ path }) => path));
  const left = () => came.filter(({ path, oid }) => !pairs.has(path) && oid !== EMPTY_BLOB);
  const open = () => [...sources.values()].filter(({ path, oid }) => (copies || !used.has(path)) && oid !== EMPTY_BLOB);
  if (least < SAME) {
    if (!copies) await pairByName(left(), open(), least, sizes, pair);
    const [to, from] = [left(), open()];
    if (limit > 0 && to.length * from.length > limit ** 2) onSkipped?.(Math.max(to.length, from.length));
    else await pairByContent(to, from, { least, copies, sizes, used, pair });
  }
  return joined(changes, pairs, isGone);
}

function joined(
  changes: readonly ChangedFile[],
  pairs: ReadonlyMap<string, { source: FileVersion; similarity: number }>,
  isGone: ReadonlySet<string>,
): ChangedFile[] {
  const uses = new Map<string, number>();
  for (const { source } of pairs.values()) uses.set(source.path, (uses.get(source.path) ?? 0) + 1);
  const isSource = new Set(uses.keys());
  return changes.flatMap((change): ChangedFile[] => {
    const found = change.before ? undefined : pairs.get(change.path);
    if (found) {
      const { source, similarity } = found;
      const left = (uses.get(source.path) ?? 1) - 1;
      uses.set(source.path, left);
      // The last of several uses is the rename, the others are copies.
      const copied = !isGone.has(source.path) || left > 0;
      // It was compared, so its id is known.
      const after = change.after && { ...change.after, inWork: false };
      return [{ ...change, before: source, after, similarity, copied }];
    }
    return change.before && !change.after && isSource.has(change.path) ? [] : [change];
  });
}

type Pair = (target: FileVersion, source: FileVersion, similarity: number) => void;

const alikeKind = (a: FileVersion, b: FileVersion): boolean => a.mode >> 12 === b.mode >> 12;

function pairExact(
  came: readonly FileVersion[],
  sources: readonly FileVersion[],
  copies: boolean,
  used: ReadonlySet<string>,
  pair: Pair,
): void {
  const byOid = new Map<string, FileVersion[]>();
  for (const source of sources) {
    const same = byOid.get(source.oid);
    if (same) same.push(source);
    else byOid.set(source.oid, [source]);
  }
  for (const target of came) {
    let best: FileVersion | undefined;
    let bestScore = -1;
    for (const source of byOid.get(target.oid) ?? []) {
      if (!alikeKind(source, target) || (used.has(source.path) && !copies)) continue;
      const score = (used.has(source.path) ? 0 : 2) + (baseOf(source.path) === baseOf(target.path) ? 1 : 0);
      if (score > bestScore) [best, bestScore] = [source, score];
    }
    if (best) pair(target, best, SAME);
  }
}

/** Pairs files whose name (without folders) is unique on both sides. */
async function pairByName(
  came: readonly FileVersion[],
  sources: readonly FileVersion[],
  least: number,
  sizes: SizeTable,
  pair: Pair,
): Promise<void> {
  const only = (versions: readonly FileVersion[]) => {
    const found = new Map<string, FileVersion | undefined>();
    for (const version of versions)
      found.set(baseOf(version.path), found.has(baseOf(version.path)) ? undefined : version);
    return found;
  };
  const [from, to] = [only(sources), only(came)];
  const needed = least + SAME_NAME_SHARE * (SAME - least);
  for (const [name, target] of to) {
    const source = from.get(name);
    if (!source || !target || !alikeKind(source, target)) continue;
    const similarity = await sizes.similarity(source, target, needed);
    if (similarity >= needed) pair(target, source, similarity);
  }
}

async function pairByContent(
  came: readonly FileVersion[],
  sources: readonly FileVersion[],
  {
    least,
    copies,
    sizes,
    used,
    pair,
  }: { least: number; copies: boolean; sizes: SizeTable; used: ReadonlySet<string>; pair: Pair },
): Promise<void> {
  const found: { target: FileVersion; source: FileVersion; similarity: number; sameName: boolean }[] = [];
  const [to, from] = [await sizes.tablesOf(came), await sizes.tablesOf(sources)];
  for (const [target, toTable] of to) {
    const own: typeof found = [];
    for (const [source, fromTable] of from) {
      if (!alikeKind(source, target)) continue;
      const similarity = source.oid === target.oid ? SAME : similarityOf(fromTable, toTable, least);
      if (similarity >= least)
        own.push({ target, source, similarity, sameName: baseOf(source.path) === baseOf(target.path) });
    }
    found.push(...own.sort(byScore).slice(0, CANDIDATES));
  }
  found.sort(byScore);
  const done = new Set<string>();
  for (const again of copies ? [false, true] : [false]) {
    for (const { target, source, similarity } of found) {
      if (done.has(target.path) || (!again && used.has(source.path))) continue;
      done.add(target.path);
      pair(target, source, similarity);
    }
  }
}

const byScore = (a: { similarity: number; sameName: boolean }, b: { similarity: number; sameName: boolean }): number =>
  b.similarity - a.similarity || Number(b.sameName) - Number(a.sameName);

/** How many bytes a file has in each of its lines, by the number of the line's text. */
interface SizesOfLines {
  readonly size: number;
  /** In ascending order, so that two files are compared in one pass. */
  readonly lines: Uint32Array;
  readonly bytes: Uint32Array;
}

/** How many bytes of a file are in the other. */
function copiedBytes(from: SizesOfLines, to: SizesOfLines): number {
  let copied = 0;
  for (let a = 0, b = 0; a < from.lines.length && b < to.lines.length;) {
    const [x = 0, y = 0] = [from.lines[a], to.lines[b]];
    if (x === y) copied += Math.min(from.bytes[a] ?? 0, to.bytes[b] ?? 0);
    if (x <= y) a++;
    if (y <= x) b++;
  }
  return copied;
}

/** How much of a file is in the other, of 60,000; 0 if their sizes show that it is less than `least`. */
function similarityOf(from: SizesOfLines, to: SizesOfLines, least: number): number {
  const [most, fewest] = [Math.max(from.size, to.size), Math.min(from.size, to.size)];
  if (most === 0 || most * (SAME - least) < (most - fewest) * SAME) return 0;
  return Math.floor((copiedBytes(from, to) * SAME) / most);
}

/** How many bytes files have in each of their lines (long lines count in pieces). */
export class SizeTable {
  private readonly known = new Map<string, SizesOfLines>();
  private readonly numbers = new Map<string, number>();

  /** How much of a file is in the other, of 60,000. */
  async similarity(source: FileVersion, target: FileVersion, least: number): Promise<number> {
    if (source.oid === target.oid) return SAME;
    return similarityOf(await this.table(source), await this.table(target), least);
  }

  /** How many bytes were removed from a file and added to it. */
  async damage(before: FileVersion, after: FileVersion): Promise<number> {
    const [from, to] = [await this.table(before), await this.table(after)];
    const copied = copiedBytes(from, to);
    return from.size - copied + (to.bytes.reduce((sum, bytes) => sum + bytes, 0) - copied);
  }

  async tablesOf(versions: readonly FileVersion[]): Promise<(readonly [FileVersion, SizesOfLines])[]> {
    const found: (readonly [FileVersion, SizesOfLines])[] = [];
    for (const version of versions) found.push([version, await this.table(version)]);
    return found;
  }

  private async table(version: FileVersion): Promise<SizesOfLines> {
    const known = this.known.get(version.oid);
    if (known) return known;
    const bytes = await version.read();
    const counts = new Map<number, number>();
    const text = !isBinary(bytes);
    for (let at = 0; at < bytes.length;) {
      const line = bytes.indexOf(10, at);
      const end = Math.min(line < 0 ? bytes.length : line + 1, at + CHUNK_BYTES, bytes.length);
      // git 2.39 ignores an unfinished last piece.
      if (line < 0 && end - at < CHUNK_BYTES) break;
      const part = decodeLatin(bytes.subarray(at, end));
      const chunk = text ? part.replace('\r\n', '\n') : part;
      const number = this.numbers.get(chunk) ?? this.numbers.size;
      this.numbers.set(chunk, number);
      counts.set(number, (counts.get(number) ?? 0) + chunk.length);
      at = end;
    }
    const sorted = [...counts].toSorted(([a], [b]) => a - b);
    const made = {
      size: bytes.length,
      lines: Uint32Array.from(sorted, ([line]) => line),
      bytes: Uint32Array.from(sorted, ([, count]) => count),
    };
    this.known.set(version.oid, made);
    return made;
  }
}

const decodeLatin = (bytes: Uint8Array): string =>
  bytes.every((byte) => byte < 128) ? decodeUtf8(bytes) : String.fromCharCode(...bytes);
