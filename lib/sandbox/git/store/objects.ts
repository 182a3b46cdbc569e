import git from 'isomorphic-git';
import { deflate, inflate } from 'pako';
import { GitFailure } from '../git-failure';
import { lookAt, makeFolder, type GitFs } from '../git-fs';
import type { At } from './at';
import { bytesToHex, concatBytes, decodeUtf8, encodeUtf8, sha1 } from './bytes';

export type ObjectKind = 'blob' | 'tree' | 'commit' | 'tag';

export interface GitObject {
  readonly kind: ObjectKind;
  readonly data: Uint8Array;
}

const KINDS: readonly string[] = ['blob', 'tree', 'commit', 'tag'] satisfies ObjectKind[];
export const isKind = (text: string): text is ObjectKind => KINDS.includes(text);

/** The empty tree, which a first commit is compared with. It need not be stored. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
export const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/** Bytes of the largest object kept in memory. */
const KEPT_BYTES = 1 << 20;
const MOST_STEPS = 5;

/**
 * The objects of a repository, by hash. Loose objects are read and written here, in one call each: isomorphic-git needs
 * several, and with a thousand objects they dominate the time of an `add`. Packs are read by isomorphic-git.
 */
export class ObjectStore {
  /** What the texts of commits are encoded in when they are read and written (`i18n.commitEncoding`). */
  encoding = 'UTF-8';
  /** Told what is odd about an object that is written. */
  warn: (text: string) => void = () => undefined;
  /** What is read in place of some objects (`git replace`). */
  replaced: ReadonlyMap<string, string> = new Map();
  /** The parents that commits have in place of their own: the file `info/grafts`. */
  grafts: ReadonlyMap<string, readonly string[]> = new Map();
  private plain: ObjectStore | undefined;
  private readonly packs = {};
  private readonly kept = new Map<string, GitObject>();
  private readonly folders = new Set<string>();

  constructor(
    private readonly fs: GitFs,
    private readonly at: At,
  ) {}

  /** The same objects without replacements and grafts, for what copies, packs, checks or removes them. */
  get asStored(): ObjectStore {
    if (this.replaced.size + this.grafts.size === 0) return this;
    this.plain ??= new ObjectStore(this.fs, this.at);
    return this.plain;
  }

  /** What is read in place of an object, by up to five steps. */
  private standIn(oid: string): string {
    let found = oid;
    for (let step = 0; step <= MOST_STEPS; step++) {
      const next = this.replaced.get(found);
      if (next === undefined) return found;
      found = next;
    }
    throw new GitFailure(`replace depth too high for object ${oid}`);
  }

  /** An object; undefined if it does not exist. */
  async find(oid: string): Promise<GitObject | undefined> {
    if (oid === EMPTY_TREE) return { kind: 'tree', data: new Uint8Array() };
    const known = this.kept.get(oid);
    if (known) return known;
    const stored = this.standIn(oid);
    const found = (await this.loose(stored)) ?? (await this.packed(stored));
    if (found && found.data.length <= KEPT_BYTES) this.kept.set(oid, found);
    return found;
  }

  async read(oid: string, kind?: ObjectKind): Promise<GitObject> {
    const found = await this.find(oid);
    if (!found) throw new GitFailure(`unable to read ${kind ?? 'object'} ${oid}`);
    if (kind !== undefined && found.kind !== kind) throw new GitFailure(`${oid} is a ${found.kind}, not a ${kind}`);
    return found;
  }

  blob = async (oid: string): Promise<Uint8Array> => (await this.read(oid, 'blob')).data;

  hash = (kind: ObjectKind, data: Uint8Array): string => bytesToHex(sha1(framed(kind, data)));

  async write(kind: ObjectKind, data: Uint8Array): Promise<string> {
    const whole = framed(kind, data);
    const oid = bytesToHex(sha1(whole));
    const folder = `${this.at.gitdir}/objects/${oid.slice(0, 2)}`;
    const path = `${folder}/${oid.slice(2)}`;
    if (await lookAt(this.fs, path)) return oid;
    if (!this.folders.has(folder)) await makeFolder(this.fs, folder);
    this.folders.add(folder);
    await this.fs.writeFile(path, deflate(whole, { level: 1 }), 0o444);
    return oid;
  }

  /** The ids that start with a prefix. */
  async beginningWith(start: string): Promise<string[]> {
    const all = await this.all();
    return all.filter((oid) => oid.startsWith(start));
  }

  /** Every id, of loose and packed objects. */
  async all(): Promise<string[]> {
    const folder = `${this.at.gitdir}/objects`;
    const found = new Set(await this.looseIds());
    for (const name of await this.fs.readdir(`${folder}/pack`).catch(() => [])) {
      if (name.endsWith('.idx'))
        for (const oid of idsOf(await this.fs.readFile(`${folder}/pack/${name}`))) found.add(oid);
    }
    return [...found];
  }

  async looseIds(): Promise<string[]> {
    const folder = `${this.at.gitdir}/objects`;
    const found: string[] = [];
    for (const first of await this.fs.readdir(folder)) {
      if (!/^[0-9a-f]{2}$/.test(first)) continue;
      for (const rest of await this.fs.readdir(`${folder}/${first}`)) if (rest.length === 38) found.push(first + rest);
    }
    return found;
  }

  /** Call this after packs were added or removed. */
  forgetPacks(): void {
    for (const key of Reflect.ownKeys(this.packs)) Reflect.deleteProperty(this.packs, key);
    this.folders.clear();
    this.plain?.forgetPacks();
  }

  private async loose(oid: string): Promise<GitObject | undefined> {
    const bytes = await this.fs
      .readFile(`${this.at.gitdir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`)
      .catch(() => undefined);
    if (!bytes) return undefined;
    const whole = inflate(bytes);
    const end = whole.indexOf(0);
    const [kind = ''] = decodeUtf8(whole.subarray(0, end)).split(' ');
    if (!isKind(kind)) throw new GitFailure(`object ${oid} is of an unknown type`);
    return { kind, data: whole.subarray(end + 1) };
  }

  private async packed(oid: string): Promise<GitObject | undefined> {
    try {
      const found = await git.readObject({ ...this.at, oid, format: 'content', cache: this.packs });
      const data: unknown = found.object;
      return data instanceof Uint8Array && isKind(found.type) ? { kind: found.type, data } : undefined;
    } catch (error) {
      if (error instanceof git.Errors.NotFoundError) return undefined;
      throw error;
    }
  }
}

const framed = (kind: ObjectKind, data: Uint8Array): Uint8Array =>
  concatBytes(encodeUtf8(`${kind} ${data.length}\0`), data);

const idsOf = (idx: Uint8Array): string[] => packedObjects(idx).map(({ oid }) => oid);

/** The objects in a pack's index, version 2, and where they begin in the pack. Ids, checksums and places follow eight bytes and 256 counts. */
export function packedObjects(idx: Uint8Array): { readonly oid: string; readonly offset: number }[] {
  const view = new DataView(idx.buffer, idx.byteOffset, idx.byteLength);
  const count = view.getUint32(8 + 255 * 4);
  const ids = 8 + 256 * 4;
  const places = ids + count * 24;
  return Array.from({ length: count }, (_, at) => {
    const place = view.getUint32(places + at * 4);
    // A place beyond 2 GB stands in a table of its own.
    const isFar = place >= 0x8000_0000;
    const offset = isFar ? Number(view.getBigUint64(places + count * 4 + (place - 0x8000_0000) * 8)) : place;
    return { oid: bytesToHex(idx.slice(ids + at * 20, ids + at * 20 + 20)), offset };
  });
}
