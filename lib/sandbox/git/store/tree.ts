import { bytesToHex, comparePaths, concatBytes, decodeUtf8, encodeUtf8, hexToBytes } from './bytes';
import type { ObjectStore } from './objects';

/** A file in a tree: its mode as git stores it (`0o100644`) and the id of its contents. */
export interface FileEntry {
  readonly mode: number;
  readonly oid: string;
}

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

export function writeTreeEntries(objects: ObjectStore, entries: readonly TreeEntry[]): Promise<string> {
  const key = ({ name, mode }: TreeEntry) => (mode === TREE ? `${name}/` : name);
  const sorted = entries.toSorted((a, b) => comparePaths(key(a), key(b)));
  const parts = sorted.flatMap(({ mode, name, oid }) => [encodeUtf8(`${mode.toString(8)} ${name}\0`), hexToBytes(oid)]);
  return objects.write('tree', concatBytes(...parts));
}

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

/** Writes the trees that hold files and returns the id of the root. */
export async function writeTree(objects: ObjectStore, files: ReadonlyMap<string, FileEntry>): Promise<string> {
  const folders = new Map<string, TreeEntry[]>();
  const inner = new Map<string, Map<string, FileEntry>>();
  const own: TreeEntry[] = folders.get('') ?? [];
  for (const [path, entry] of files) {
    const cut = path.indexOf('/');
    if (cut < 0) own.push({ name: path, ...entry });
    else {
      const name = path.slice(0, cut);
      const below = inner.get(name) ?? new Map<string, FileEntry>();
      inner.set(name, below.set(path.slice(cut + 1), entry));
    }
  }
  for (const [name, below] of inner) own.push({ name, mode: TREE, oid: await writeTree(objects, below) });
  return writeTreeEntries(
    objects,
    own.map(({ name, mode, oid }) => ({ name, mode, oid })),
  );
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
