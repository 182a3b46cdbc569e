import type { OutsideFile } from '@/lib/client/workspace/archive';

/** A file that a person chose or dropped. It has not been read yet. */
export interface PickedFile {
  /** Its path starting with the chosen folder, or its name alone. */
  readonly path: string;
  readonly file: File;
}

/** Picked files, except those that can be installed again. */
export interface Picked {
  readonly files: readonly PickedFile[];
  /** How many were left out. */
  readonly leftOut: number;
}

/** Files that can be installed again and would be most of what is read. */
const LEFT_OUT = /(^|\/)node_modules\//;

/** The files that a person chose in the browser's own dialog. */
export const chosenFiles = (files: FileList): Picked =>
  withoutInstalled([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));

/** The files that a person dropped, with the contents of folders. Must be called before the event handler returns. */
export function droppedFiles({ items, files }: DataTransfer): Promise<Picked> {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const plain = [...files].map((file) => ({ path: file.name, file }));
  const all = entries.every((entry) => entry === null)
    ? Promise.resolve([plain])
    : Promise.all(entries.map(filesBelow));
  return all.then((found) => withoutInstalled(found.flat()));
}

/** Reads the files, in the form an archive would have. */
export const readPicked = (files: readonly PickedFile[]): Promise<OutsideFile[]> =>
  Promise.all(
    files.map(async ({ path, file }) => ({
      name: path,
      data: new Uint8Array(await file.arrayBuffer()),
      mode: 0,
      mtimeMs: file.lastModified,
    })),
  );

function withoutInstalled(all: readonly PickedFile[]): Picked {
  const files = all.filter(({ path }) => !LEFT_OUT.test(path));
  return { files, leftOut: all.length - files.length };
}

async function filesBelow(entry: FileSystemEntry | null): Promise<PickedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const found: FileSystemEntry[] = [];
  // The browser returns at most a hundred entries per call.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    found.push(...some);
  }
  return (await Promise.all(found.map(filesBelow))).flat();
}

const isFile = (entry: FileSystemEntry | null): entry is FileSystemFileEntry => entry?.isFile === true;
const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true;
