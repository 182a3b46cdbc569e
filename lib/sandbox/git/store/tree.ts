import { bytesToHex, comparePaths, concatBytes, decodeUtf8, encodeUtf8, hexToBytes } from './bytes';
import type { ObjectStore } from './objects';

/** A file in a tree: its mode as git stores it (`0o100644`) and the id of its contents. */
export interface FileEntry {
  readonly mode: number;
  readonly oid: string;
}

/** Whether two entries are the same file, or neither is there. */
export const sameEntry = (a: FileEntry | undefined, b: FileEntry | undefined): boolean =>
  a?.oid === b?.oid && a?.mode === b?.mode;

export interface TreeEntry extends FileEntry {
  readonly name: string;
}

export const TREE = 0o040000;
export const FILE_MODE = 0o100644;
export const EXECUTABLE = 0o100755;
export const LINK = 0o120000;
export const GITLINK = 0o160000;

/** A mode as git writes it: `100644`. */
export const formatMode = (mode: number): string => mode.toString(8).padStart(6, '0');

export async function readTree(objects: ObjectStore, oid: string): Promise<TreeEntry[]> {
  const { data } = await objects.read(oid, 'tree');
  const found: TreeEntry[] = [];
  for (let at = 0; at < data.length;) {
    const space = data.indexOf(32, at);
    const end = data.indexOf(0, space);
    found.push({
      mode: parseInt(decodeUtf8(data.subarray(at, space)), 8),
      name: decodeUtf8(data.subarray(space + 1, end)),
      oid: bytesToHex(data.slice(end + 1, end + 21)),
    });
    at = end + 21;
  }
  return found;
}

const treeBytes = (entries: readonly TreeEntry[]): Uint8Array => {
  const key = ({ name, mode }: TreeEntry) => (mode === TREE ? `${name}/` : name);
  const sorted = entries.toSorted((a, b) => comparePaths(key(a), key(b)));
  return concatBytes(
    ...sorted.flatMap(({ mode, name, oid }) => [encodeUtf8(`${mode.toString(8)} ${name}\0`), hexToBytes(oid)]),
  );
};

export const writeTreeEntries = (objects: ObjectStore, entries: readonly TreeEntry[]): Promise<string> =>
  objects.write('tree', treeBytes(entries));

/** Every file below a tree, by path, in the order of paths. */
export async function flattenTree(objects: ObjectStore, oid: string): Promise<Map<string, FileEntry>> {
  const found = new Map<string, FileEntry>();
  const walk = async (tree: string, before: string): Promise<void> => {
    for (const { name, mode, oid } of await readTree(objects, tree)) {
      if (mode === TREE) await walk(oid, `${before}${name}/`);
      else found.set(before + name, { mode, oid });
    }
  };
  await walk(oid, '');
  return found;
}

/** The trees that hold some files, by id, without writing them. */
export interface Trees {
  readonly root: string;
  readonly entries: ReadonlyMap<string, readonly TreeEntry[]>;
}

export function treesOf(objects: ObjectStore, files: ReadonlyMap<string, FileEntry>): Trees {
  const entries = new Map<string, readonly TreeEntry[]>();
  const build = (level: ReadonlyMap<string, FileEntry>): string => {
    const own: TreeEntry[] = [];
    const inner = new Map<string, Map<string, FileEntry>>();
    for (const [path, { mode, oid }] of level) {
      const cut = path.indexOf('/');
      if (cut < 0) own.push({ name: path, mode, oid });
      else {
        const name = path.slice(0, cut);
        const below = inner.get(name) ?? new Map<string, FileEntry>();
        inner.set(name, below.set(path.slice(cut + 1), { mode, oid }));
      }
    }
    for (const [name, below] of inner) own.push({ name, mode: TREE, oid: build(below) });
    const oid = objects.hash('tree', treeBytes(own));
    entries.set(oid, own);
    return oid;
  };
  return { root: build(files), entries };
}

/** Writes the trees that hold files and returns the id of the root. */
export async function writeTree(objects: ObjectStore, files: ReadonlyMap<string, FileEntry>): Promise<string> {
  const { root, entries } = treesOf(objects, files);
  for (const own of entries.values()) await writeTreeEntries(objects, own);
  return root;
}

/** The files of two trees but for the folders that are the same in both. A tree is read, or is one of `known`. */
export async function differingFiles(
  objects: ObjectStore,
  before: string,
  after: string,
  known: Trees['entries'] = new Map(),
): Promise<[Map<string, FileEntry>, Map<string, FileEntry>]> {
  const found: [Map<string, FileEntry>, Map<string, FileEntry>] = [new Map(), new Map()];
  const entriesOf = async (oid: string | undefined): Promise<readonly TreeEntry[]> =>
    oid === undefined ? [] : (known.get(oid) ?? (await readTree(objects, oid)));
  const walk = async (trees: readonly [string | undefined, string | undefined], folder: string): Promise<void> => {
    if (trees[0] === trees[1]) return;
    const inner = new Map<string, [string | undefined, string | undefined]>();
    for (const side of [0, 1] as const)
      for (const { name, mode, oid } of await entriesOf(trees[side])) {
        if (mode !== TREE) {
          found[side].set(folder + name, { mode, oid });
          continue;
        }
        const pair = inner.get(name) ?? [undefined, undefined];
        pair[side] = oid;
        inner.set(name, pair);
      }
    for (const [name, pair] of inner) await walk(pair, `${folder}${name}/`);
  };
  await walk([before, after], '');
  return found;
}

/** The entry at a path of a tree; undefined if there is none. */
export async function entryAt(objects: ObjectStore, tree: string, path: string): Promise<FileEntry | undefined> {
  let found: FileEntry = { mode: TREE, oid: tree };
  for (const part of path.split('/').filter((part) => part !== '')) {
    if (found.mode !== TREE) return undefined;
    const next = (await readTree(objects, found.oid)).find(({ name }) => name === part);
    if (!next) return undefined;
    found = { mode: next.mode, oid: next.oid };
  }
  return found;
}
