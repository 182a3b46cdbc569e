import type { ChangedFile, FileVersion } from '../diff/file-change';
import { findRenames } from '../diff/renames';
import type { ObjectStore } from '../store/objects';
import type { FileEntry } from '../store/tree';

/** The default of `merge.renameLimit`. */
const LIMIT = 7000;

type Tree = ReadonlyMap<string, FileEntry>;

/**
 * The files of a base that a side has moved: new paths by old ones. Empty if none of them matters to the other side.
 * `least`: how similar they have to be, of 60,000.
 */
export async function movesBetween(
  objects: ObjectStore,
  base: Tree,
  side: Tree,
  other: Tree,
  least: number,
): Promise<Map<string, string>> {
  const version = (path: string, { mode, oid }: FileEntry): FileVersion => ({
    path,
    mode,
    oid,
    read: () => objects.blob(oid),
  });
  const changes: ChangedFile[] = [];
  let matters = false;
  for (const [path, entry] of base) {
    if (side.has(path)) continue;
    changes.push({ path, before: version(path, entry), after: undefined });
    matters ||= other.get(path)?.oid !== entry.oid;
  }
  const came = [...side].filter(([path]) => !base.has(path));
  const folders = new Set(
    [...other.keys()].filter((path) => !base.has(path)).map((path) => path.slice(0, path.lastIndexOf('/'))),
  );
  matters ||= changes.some(({ path }) => folders.has(path.slice(0, path.lastIndexOf('/'))));
  if (!matters || came.length === 0) return new Map();
  for (const [path, entry] of came) changes.push({ path, before: undefined, after: version(path, entry) });
  const found = await findRenames(changes, { least, limit: LIMIT });
  return new Map(
    found.flatMap(({ before, path, similarity, copied }) =>
      before && similarity !== undefined && !copied ? [[before.path, path] as const] : [],
    ),
  );
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Where a new file belongs if its folder was moved. Like git, this takes the folder that most of the files went to. */
export function directoryMoves(
  base: Tree,
  side: Tree,
  moves: ReadonlyMap<string, string>,
): (path: string) => string | undefined {
  const targets = new Map<string, Map<string, number>>();
  for (const [from, to] of moves) {
    const [old, now] = [folderOf(from), folderOf(to)];
    if (old === now || old === '') continue;
    const counts = targets.get(old) ?? new Map<string, number>();
    targets.set(old, counts.set(now, (counts.get(now) ?? 0) + 1));
  }
  const left = new Set([...side.keys()].map(folderOf));
  void base;
  return (path) => {
    const folder = folderOf(path);
    const counts = targets.get(folder);
    if (!counts || left.has(folder)) return undefined;
    const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
    return best && `${best[0] === '' ? '' : `${best[0]}/`}${path.slice(folder.length + 1)}`;
  };
}
