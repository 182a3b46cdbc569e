'use client';

import type { Imported, ImportErrorCode } from '@/lib/client/workspace/archive';
import { SandboxError, type Sandbox } from '@/lib/ports';
import { packSnapshot, unpackSnapshot, type SnapshotEntry } from '@/lib/ports/snapshot';
import { useState } from 'react';
import { useText } from '../../messages/use-text';
import { usePage, useSandbox } from '../../state/page-context';
import { saveFile } from '../../state/save-file';
import { fileTab } from '../../state/ui';
import { chosenFiles, droppedFiles, readPicked, type Picked, type PickedFile } from './picked-files';
import type { FileRow } from './tree';
import type { Notice } from '../../elements/notice-line';
import { useFileChanges, type FileChanger } from './use-file-changes';

/** A name being typed, for a new file or folder or for an existing one. */
interface NameEdit {
  readonly type: FileRow['type'];
  /** The folder that contains or will contain it. */
  readonly folder: string;
  /** The path of what is being renamed; undefined for something new. */
  readonly path?: string;
}

/** A project that a person wants to open, before they have said whether it replaces the present one. */
export interface OfferedProject {
  readonly name: string;
  readonly entries: readonly SnapshotEntry[];
  readonly leftOut: number;
}

/** A person's actions on the project's files. None of them rejects: failures are shown in the notice. */
export interface FileActions {
  readonly notice: Notice | undefined;
  readonly edit: NameEdit | undefined;
  readonly offered: OfferedProject | undefined;
  /** Whether a person is asked for a repository. */
  readonly cloning: boolean;
  askForRepository(): void;
  /** Offers what was cloned as the project; nothing if it was not. */
  endClone(cloned?: OfferedProject): void;
  begin(type: FileRow['type'], near?: FileRow): void;
  rename(row: FileRow): void;
  /** Accepts the typed name; undefined cancels. */
  takeName(name: string | undefined): Promise<void>;
  remove(row: FileRow): void;
  copyPath(row: FileRow): void;
  openTerminal(row: FileRow | undefined): void;
  /** Downloads a file, or a folder as a zip archive; the whole project if no row is given. */
  download(row?: FileRow): void;
  add(files: FileList, folder?: string): Promise<void>;
  /** Offers a folder or one zip archive as the project. */
  open(files: FileList): Promise<void>;
  drop(data: DataTransfer, folder: string): Promise<void>;
  /** Ends the offer: the files replace the project or are added to it. */
  take(how: 'replace' | 'add'): Promise<void>;
  withdraw(): void;
  dismiss(): void;
}

export function useFileActions(): FileActions {
  const text = useText('project');
  const { ui } = usePage();
  const sandbox = useSandbox();
  const root = sandbox?.workdir ?? '/';
  const changer = useFileChanges();
  const { notice, change, say } = changer;
  const naming = useNaming(root, sandbox, changer);
  const { offer, ...offers } = useOffers(changer);

  const addPicked = async ({ files }: Picked, folder: string): Promise<void> => {
    if (files.length === 0) return;
    await change(text('added', { count: files.length }), async ({ fs }) => {
      for (const { name, data } of await readPicked(files)) await fs.writeFile(`${folder}/${name}`, data);
    });
  };
  const guarded = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => say({ words: String(error), failed: true }));

  return {
    notice,
    ...naming,
    ...offers,
    remove: ({ path, name }) =>
      void change(text('deleted', { name }), ({ fs }) => fs.rm(path, { recursive: true, force: true })),
    copyPath: ({ path }) =>
      void navigator.clipboard.writeText(path).then(
        () => say({ words: text('pathCopied') }),
        () => say({ words: path }),
      ),
    openTerminal: (row) => ui.getState().openTerminalIn(row ? folderOf(row) : root),
    download: (row) =>
      void guarded(sandbox ? download(sandbox, row?.path ?? root, row?.type ?? 'directory') : Promise.resolve()),
    add: (files, folder = root) => guarded(addPicked(chosenFiles(files), folder)),
    open: (files) => guarded(offer(chosenFiles(files))),
    drop: (data, folder) =>
      guarded(
        droppedFiles(data).then((picked) =>
          picked.files.some((one) => one.path.includes('/') || isArchive(one))
            ? offer(picked)
            : addPicked(picked, folder),
        ),
      ),
    dismiss: () => say(undefined),
  };
}

type Naming = Pick<FileActions, 'edit' | 'begin' | 'rename' | 'takeName'>;

/** Typing the name of something new, or another name for a file or folder. */
function useNaming(root: string, sandbox: Sandbox | undefined, { settled, change, say }: FileChanger): Naming {
  const text = useText('project');
  const { ui } = usePage();
  const [edit, setEdit] = useState<NameEdit>();
  return {
    edit,
    begin: (type, near) => setEdit({ type, folder: near ? folderOf(near) : root }),
    rename: (row) => setEdit({ type: row.type, folder: parentOf(row.path), path: row.path }),
    async takeName(name) {
      setEdit(undefined);
      if (!edit || name === undefined) return;
      const { folder, path, type } = edit;
      const target = `${folder}/${name}`;
      if (target === path) return;
      if (!isName(name)) return say({ words: text('noName', { name }), failed: true });
      // Told after what became of the changes before it.
      await settled();
      if (await exists(sandbox, target)) return say({ words: text('taken', { name }), failed: true });
      const words = path === undefined ? text('made', { name }) : text('renamed', { name: nameOf(path), next: name });
      const done = await change(words, async ({ fs }) => {
        await fs.mkdir(type === 'directory' && path === undefined ? target : parentOf(target), { recursive: true });
        if (path !== undefined) await fs.rename(path, target);
        else if (type !== 'directory') await fs.writeFile(target, '');
      });
      if (done && type !== 'directory') ui.getState().openTab(fileTab(target), true);
    },
  };
}

interface Offers extends Pick<
  FileActions,
  'offered' | 'cloning' | 'askForRepository' | 'endClone' | 'take' | 'withdraw'
> {
  /** Offers a folder or one zip archive as the project. */
  offer(picked: Picked): Promise<void>;
}

/** Projects that a person wants to open: a folder, an archive or a repository. */
function useOffers({ begin, change, say }: FileChanger): Offers {
  const text = useText('project');
  const [offered, setOffered] = useState<OfferedProject>();
  const [cloning, setCloning] = useState(false);
  const refuse = ({ fault, name = '' }: Extract<Imported, { ok: false }>): void => {
    const words = fault === 'ENCRYPTED' || fault === 'OUTSIDE' ? text(FAULTS[fault], { name }) : text(FAULTS[fault]);
    say({ words, failed: true });
  };
  return {
    offered,
    cloning,
    askForRepository: () => setCloning(true),
    endClone(cloned) {
      setCloning(false);
      setOffered(cloned);
    },
    async offer({ files, leftOut }) {
      const [only] = files;
      if (!only) return;
      const end = begin();
      const isZip = files.length === 1 && isArchive(only);
      const imported = await (isZip ? readArchive(only) : readFolder(files));
      if (!imported.ok) return refuse(imported);
      end();
      setOffered({ name: isZip ? only.path : (only.path.split('/')[0] ?? ''), entries: imported.entries, leftOut });
    },
    async take(how) {
      setOffered(undefined);
      if (!offered) return;
      const { entries, name } = offered;
      if (how === 'replace') await change(text('opened', { name }), (box) => box.restore(packSnapshot(entries)));
      else await change(text('added', { count: filesIn(entries) }), (box) => addEntries(box, entries));
    },
    withdraw: () => setOffered(undefined),
  };
}

/** The message key for each fault. */
const FAULTS = {
  NOT_A_ZIP: 'notAZip',
  ENCRYPTED: 'encrypted',
  OUTSIDE: 'outside',
  TOO_MANY: 'tooMany',
  TOO_LARGE: 'tooLarge',
  EMPTY: 'empty',
} as const satisfies Record<ImportErrorCode, string>;

export const filesIn = (entries: readonly SnapshotEntry[]): number =>
  entries.filter(({ type }) => type !== 'directory').length;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** The folder in which something new beside a row is created. */
export const folderOf = ({ type, path }: FileRow): string => (type === 'directory' ? path : parentOf(path));
const isArchive = ({ path }: PickedFile): boolean => /\.zip$/i.test(path);

/** A name, or a path whose missing folders are created. */
const isName = (name: string): boolean =>
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.length <= 255);

async function exists(sandbox: Sandbox | undefined, path: string): Promise<boolean> {
  try {
    await sandbox?.fs.stat(path);
    return true;
  } catch (error) {
    return !(error instanceof SandboxError && error.code === 'ENOENT');
  }
}

async function readArchive({ file }: PickedFile): Promise<Imported> {
  const { entriesOfZip, MAX_BYTES } = await import('@/lib/client/workspace/archive');
  if (file.size > MAX_BYTES) return { ok: false, fault: 'TOO_LARGE' };
  return entriesOfZip(new Uint8Array(await file.arrayBuffer()));
}

async function readFolder(files: readonly PickedFile[]): Promise<Imported> {
  const { importedEntries, MAX_BYTES, MAX_FILES } = await import('@/lib/client/workspace/archive');
  if (files.length > MAX_FILES) return { ok: false, fault: 'TOO_MANY' };
  if (files.reduce((sum, { file }) => sum + file.size, 0) > MAX_BYTES) return { ok: false, fault: 'TOO_LARGE' };
  return importedEntries(await readPicked(files));
}

/** Links are skipped: their targets may be something else here. */
async function addEntries({ fs, workdir }: Sandbox, entries: readonly SnapshotEntry[]): Promise<void> {
  for (const entry of entries) {
    const path = `${workdir}/${entry.path}`;
    if (entry.type === 'directory') await fs.mkdir(path, { recursive: true });
    if (entry.type === 'file') await fs.writeFile(path, entry.data);
  }
}

async function download(sandbox: Sandbox, path: string, type: FileRow['type']): Promise<void> {
  if (type !== 'directory') {
    saveFile(nameOf(path), new Uint8Array(await sandbox.fs.readFile(path)));
    return;
  }
  const { snapshotZip } = await import('@/lib/client/workspace/archive');
  const below = path === sandbox.workdir ? '' : `${path.slice(sandbox.workdir.length + 1)}/`;
  const entries = unpackSnapshot(await sandbox.export()).filter((entry) => entry.path.startsWith(below));
  const own = entries.map((entry) => ({ ...entry, path: entry.path.slice(below.length) }));
  saveFile(`${nameOf(path)}.zip`, await snapshotZip(own, nameOf(path)));
}
