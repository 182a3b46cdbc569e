import { comparePaths } from '../../store/bytes';
import { differingFiles, flattenTree, GITLINK, treesOf, type FileEntry } from '../../store/tree';
import type { GitIndex } from '../../store/index-file';
import type { Context } from '../setup/context';
import { innerHead, shownBytes } from '../worktree/gitlink';
import { lookAtFile, readWorkFile } from '../worktree/work-files';
import { lookAtWork } from '../worktree/work-state';
import type { ChangedFile, FileVersion } from '../../diff/file-change';

/** All files of one state, by path. */
export type FileVersions = ReadonlyMap<string, FileVersion>;

export const versionOf = (context: Context, path: string, { mode, oid }: FileEntry): FileVersion => ({
  path,
  mode,
  oid,
  read: () => shownBytes(context, { mode, oid }),
});

const versionsOf = (context: Context, files: ReadonlyMap<string, FileEntry>): FileVersions =>
  new Map([...files].map(([path, entry]) => [path, versionOf(context, path, entry)]));

/** The files that differ between two trees. */
export async function changesBetweenTrees(
  context: Context,
  before: string,
  after: string,
  wanted?: (path: string) => boolean,
): Promise<ChangedFile[]> {
  const [old, now] = await differingFiles(context.objects, before, after);
  return changedFiles(versionsOf(context, old), versionsOf(context, now), wanted);
}

/** The files that differ between a tree and the index. */
export async function changedInIndex(
  context: Context,
  tree: string,
  index: GitIndex,
  wanted?: (path: string) => boolean,
): Promise<ChangedFile[]> {
  if (index.tree === tree) return [];
  const staged = new Map([...index.files()].filter(([, { intentToAdd }]) => !intentToAdd));
  const { root, entries } = treesOf(context.objects, staged);
  if (root === tree && staged.size === index.all().length) {
    index.tree = tree;
    index.changed = true;
  }
  const [old, now] = await differingFiles(context.objects, tree, root, entries);
  return changedFiles(versionsOf(context, old), versionsOf(context, now), wanted);
}

export async function filesOfTree(context: Context, tree: string): Promise<FileVersions> {
  return versionsOf(context, await flattenTree(context.objects, tree));
}

export function filesOfIndex(context: Context, index: GitIndex): FileVersions {
  return new Map(
    index
      .all()
      .flatMap((entry) =>
        entry.stage === 0 && !entry.intentToAdd ? [[entry.path, versionOf(context, entry.path, entry)] as const] : [],
      ),
  );
}

/** The index beside the files in the folder: one that was only meant to be added is deleted once it is gone. */
export const filesBesideWork = (context: Context, index: GitIndex, work: FileVersions): FileVersions =>
  new Map([
    ...filesOfIndex(context, index),
    ...index
      .all()
      .filter(({ path, intentToAdd }) => intentToAdd && !work.has(path))
      .map((entry) => [entry.path, versionOf(context, entry.path, entry)] as const),
  ]);

/** The files in the folder that are in the index. */
export async function filesOfWork(
  context: Context,
  index: GitIndex,
  wanted: (path: string) => boolean,
): Promise<FileVersions> {
  const { changed } = await lookAtWork(context, index, { wanted });
  const found = new Map<string, FileVersion>();
  for (const entry of index.all()) {
    const { path } = entry;
    if (!wanted(path) || found.has(path)) continue;
    const change = changed.get(path);
    if (!change) found.set(path, versionOf(context, path, entry));
    else if (change.kind === 'modified') found.set(path, await workVersion(context, path, change.mode));
  }
  return found;
}

export async function workVersion(context: Context, path: string, mode: number): Promise<FileVersion> {
  if (mode === GITLINK) {
    const oid = (await innerHead(context, path)) ?? '';
    return { path, mode, oid, inWork: true, read: () => shownBytes(context, { mode, oid }) };
  }
  const stat = await lookAtFile(context, path);
  const bytes = stat ? await readWorkFile(context, path, stat) : new Uint8Array();
  return { path, mode, oid: context.objects.hash('blob', bytes), inWork: true, read: async () => bytes };
}

/** The files that differ between two states, by path. */
export function changedFiles(
  before: FileVersions,
  after: FileVersions,
  wanted: (path: string) => boolean = () => true,
): ChangedFile[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const found: ChangedFile[] = [];
  for (const path of paths) {
    const [old, now] = [before.get(path), after.get(path)];
    const isSame = old?.oid === now?.oid && old?.mode === now?.mode && old?.dirty === now?.dirty;
    if (isSame || !wanted(path)) continue;
    found.push({ path, before: old, after: now });
  }
  return found.sort((a, b) => comparePaths(a.path, b.path));
}
