import type { SnapshotEntry } from '@/lib/ports/snapshot';
import { zipAttributes } from '@/lib/sandbox/zip-attributes';
import { unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Limits of an imported project. */
export const MAX_FILES = 20_000;
export const MAX_BYTES = 200_000_000;

/** Why imported files cannot become a project. */
export type ImportErrorCode = 'NOT_A_ZIP' | 'ENCRYPTED' | 'OUTSIDE' | 'TOO_MANY' | 'TOO_LARGE' | 'EMPTY';

export type Imported =
  | { readonly ok: true; readonly entries: readonly SnapshotEntry[] }
  | { readonly ok: false; readonly fault: ImportErrorCode; readonly name?: string };

const TYPE_BITS = 0o170_000;
const LINK = 0o120_000;
const REGULAR = 0o100_000;
const FOLDER = 0o040_000;
const UNIX = 3;
/** Files that macOS adds to archives. */
const NOISE = /^__MACOSX\/|(^|\/)\.DS_Store$/;

/** The files of a zip archive, without a folder that contains all of them. Entries outside the project are refused. */
export function entriesOfZip(archive: Uint8Array): Imported {
  const attributes = zipAttributes(archive);
  const locked = [...attributes].find(([, { encrypted }]) => encrypted);
  if (locked) return { ok: false, fault: 'ENCRYPTED', name: locked[0] };
  let fault: ImportErrorCode | undefined;
  let [count, bytes] = [0, 0];
  let contents: Record<string, Uint8Array>;
  try {
    contents = unzipSync(archive, {
      filter: ({ originalSize }) => {
        count += 1;
        bytes += originalSize;
        if (count > MAX_FILES) fault ??= 'TOO_MANY';
        if (bytes > MAX_BYTES) fault ??= 'TOO_LARGE';
        return fault === undefined;
      },
    });
  } catch {
    return { ok: false, fault: 'NOT_A_ZIP' };
  }
  if (fault) return { ok: false, fault };
  const files = Object.entries(contents).map(([name, data]) => {
    const { mode = 0, mtimeMs = Date.now() } = attributes.get(name) ?? {};
    return { name: name.replaceAll('\\', '/'), data, mode, mtimeMs };
  });
  return importedEntries(files.filter(({ name }) => !NOISE.test(name)));
}

/** An imported file; a name that ends in a slash is a folder's. */
export interface OutsideFile {
  readonly name: string;
  readonly data: Uint8Array;
  /** Type and permission bits; 0 if unknown. */
  readonly mode: number;
  readonly mtimeMs: number;
}

/** Imported files as snapshot entries, without a folder that contains all of them. */
export function importedEntries(files: readonly OutsideFile[]): Imported {
  const named = files.map((file) => ({ ...file, parts: file.name.split('/').filter((part) => part && part !== '.') }));
  const outside = named.find(({ name, parts }) => /^(\/|[A-Za-z]:)/.test(name) || parts.includes('..'));
  if (outside) return { ok: false, fault: 'OUTSIDE', name: outside.name };
  const [top] = named[0]?.parts ?? [];
  const wrapped = named.every(({ parts, name }) => parts[0] === top && (parts.length > 1 || name.endsWith('/')));
  const folders = new Set<string>();
  const rest = new Map<string, SnapshotEntry>();
  for (const { name, data, mode, mtimeMs, parts } of named) {
    const own = wrapped ? parts.slice(1) : parts;
    const isFolder = name.endsWith('/');
    for (let depth = 1; depth < own.length + Number(isFolder); depth += 1) folders.add(own.slice(0, depth).join('/'));
    if (isFolder || own.length === 0) continue;
    const path = own.join('/');
    if ((mode & TYPE_BITS) === LINK) {
      rest.set(path, { path, type: 'symlink', target: new TextDecoder().decode(data) });
    } else rest.set(path, { path, type: 'file', mode: mode & 0o777 || modeOf(data), mtimeMs, data });
  }
  // A file below a link would be written wherever the link leads.
  const through = [...folders].find((path) => rest.has(path));
  if (through !== undefined) return { ok: false, fault: 'OUTSIDE', name: through };
  if (rest.size === 0) return { ok: false, fault: 'EMPTY' };
  const directories = [...folders].toSorted().map((path) => ({ path, type: 'directory', mode: 0o755 }) as const);
  return { ok: true, entries: [...directories, ...rest.values()] };
}

/** A script gets executable permission. */
const modeOf = (data: Uint8Array): number => (data[0] === 0x23 && data[1] === 0x21 ? 0o755 : 0o644);

/** Bytes that are packed before yielding to the page. */
const PART_BYTES = 1_000_000;

/** A zip archive of these files in `folder`, with their permissions and links. */
export async function snapshotZip(entries: readonly SnapshotEntry[], folder: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(new Uint8Array(part));
  });
  let since = 0;
  for (const entry of entries) {
    const packed = packedEntry(entry, folder);
    zip.add(packed.file);
    packed.file.push(packed.data, true);
    since += packed.data.length;
    if (since < PART_BYTES) continue;
    since = 0;
    await new Promise((resolve) => setTimeout(resolve));
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

function packedEntry(entry: SnapshotEntry, folder: string): { file: ZipDeflate | ZipPassThrough; data: Uint8Array } {
  const name = `${folder}/${entry.path}`;
  if (entry.type === 'file') {
    const file = new ZipDeflate(name, { level: 6 });
    setMode(file, REGULAR | entry.mode);
    // Zip archives cannot store times before 1980.
    file.mtime = Math.max(entry.mtimeMs, Date.UTC(1980, 0, 2));
    return { file, data: entry.data };
  }
  const isFolder = entry.type === 'directory';
  const file = new ZipPassThrough(isFolder ? `${name}/` : name);
  setMode(file, isFolder ? FOLDER | entry.mode : LINK | 0o777);
  return { file, data: isFolder ? new Uint8Array() : new TextEncoder().encode(entry.target) };
}

function setMode(file: ZipDeflate | ZipPassThrough, mode: number): void {
  file.os = UNIX;
  file.attrs = (mode << 16) >>> 0;
}
