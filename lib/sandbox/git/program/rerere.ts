import { mergeTexts } from '../merge/merge-text';
import { lookAt, makeFolder, readGitText, removeAll, writeText } from '../git-fs';
import { decodeUtf8, encodeUtf8 } from '../store/bytes';
import { EXECUTABLE, FILE_MODE } from '../store/tree';
import { loadIndex, saveIndex, type Context } from './context';
import { normalConflicts } from './rerere-text';
import { lookAtFile, readWorkFile, stageFile, writeWorkBytes } from './work-files';
import type { GitIndex } from '../store/index-file';

/** The conflicts that are open now: `<id>[.variant]\t<path>`, each ended by NUL. */
const OPEN = 'MERGE_RR';

/** A conflict by its id in `rr-cache`. With the same lines in conflict and another text around them, it is a variant. */
export interface KnownConflict {
  readonly id: string;
  readonly variant: number;
}

const folderOf = ({ common }: Context, id: string): string => `${common}/rr-cache/${id}`;

export const imagePath = (context: Context, { id, variant }: KnownConflict, image: 'preimage' | 'postimage'): string =>
  `${folderOf(context, id)}/${image}${variant === 0 ? '' : `.${variant}`}`;

/** Whether resolutions are remembered: `rerere.enabled`, or, if that is not set, whether there are any. */
export async function remembersResolutions(context: Context): Promise<boolean> {
  const setting = context.config.boolean('rerere.enabled');
  return setting ?? (await lookAt(context.fs, `${context.common}/rr-cache`)) !== undefined;
}

export async function openConflicts(context: Context): Promise<Map<string, KnownConflict>> {
  const found = new Map<string, KnownConflict>();
  for (const entry of ((await readGitText(context.fs, `${context.gitdir}/${OPEN}`)) ?? '').split('\0')) {
    const [, id, variant, path] = /^([0-9a-f]{40})(?:\.(\d+))?\t(.+)$/s.exec(entry) ?? [];
    if (id !== undefined && path !== undefined) found.set(path, { id, variant: Number(variant ?? 0) });
  }
  return found;
}

const writeOpen = (context: Context, open: ReadonlyMap<string, KnownConflict>): Promise<void> =>
  writeText(
    context.fs,
    `${context.gitdir}/${OPEN}`,
    [...open]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, { id, variant }]) => `${id}${variant === 0 ? '' : `.${variant}`}\t${path}\0`)
      .join(''),
  );

/** The files in conflict that both sides have as plain files; the others cannot be remembered. */
export function textConflicts(index: GitIndex): { both: string[]; others: string[] } {
  const [both, others]: [string[], string[]] = [[], []];
  for (const path of index.conflicts()) {
    const sides = [2, 3].map((stage) => index.get(path, stage));
    const plain = sides.every((side) => side?.mode === FILE_MODE || side?.mode === EXECUTABLE);
    (plain ? both : others).push(path);
  }
  return { both, others };
}

async function workText(context: Context, path: string): Promise<string | undefined> {
  const stat = await lookAtFile(context, path);
  return stat?.type === 'file' ? decodeUtf8(await readWorkFile(context, path, stat)) : undefined;
}

/**
 * Remembers what is in conflict, replays resolutions that are known, and notes what the user has resolved since. Does
 * nothing unless resolutions are remembered. `stages`: whether replayed files are staged; by default as configured.
 */
export async function rerere(context: Context, stages?: boolean): Promise<void> {
  if (!(await remembersResolutions(context))) return;
  const index = await loadIndex(context);
  const open = await openConflicts(context);
  for (const path of textConflicts(index).both) {
    const text = await workText(context, path);
    const normal = text === undefined ? undefined : normalConflicts(text);
    if (normal && normal.id === undefined) continue;
    open.delete(path);
    if (normal?.id !== undefined) open.set(path, { id: normal.id, variant: await freeVariant(context, normal.id) });
  }
  const left = new Map<string, KnownConflict>();
  for (const [path, conflict] of open) {
    const text = await workText(context, path);
    const normal = text === undefined ? undefined : normalConflicts(text);
    if (!normal) continue;
    if (normal.id === undefined) {
      await writeText(context.fs, imagePath(context, conflict, 'postimage'), normal.text);
      context.io.err(`Recorded resolution for '${path}'.\n`);
    } else if (await replay(context, path, normal.id, normal.text)) {
      const stat = await lookAtFile(context, path);
      if (stat && (stages ?? context.config.boolean('rerere.autoUpdate') === true)) {
        index.set(await stageFile(context, index, path, stat));
        context.io.err(`Staged '${path}' using previous resolution.\n`);
      } else context.io.err(`Resolved '${path}' using previous resolution.\n`);
    } else {
      await makeFolder(context.fs, folderOf(context, conflict.id));
      await writeText(context.fs, imagePath(context, conflict, 'preimage'), normal.text);
      context.io.err(`Recorded preimage for '${path}'\n`);
      left.set(path, conflict);
    }
  }
  await saveIndex(context, index);
  await writeOpen(context, left);
}

/** The variants of a conflict that have a resolution. */
async function resolvedVariants(context: Context, id: string): Promise<number[]> {
  const names = await context.fs.readdir(folderOf(context, id)).catch(() => []);
  return names.flatMap((name) => {
    const [whole, number] = /^postimage(?:\.(\d+))?$/.exec(name) ?? [];
    return whole === undefined ? [] : [Number(number ?? 0)];
  });
}

async function freeVariant(context: Context, id: string): Promise<number> {
  const taken = await resolvedVariants(context, id);
  let variant = 0;
  while (taken.includes(variant)) variant++;
  return variant;
}

/** Resolves a file as it was resolved before; whether that was possible. */
async function replay(context: Context, path: string, id: string, now: string): Promise<boolean> {
  for (const variant of await resolvedVariants(context, id)) {
    const read = (image: 'preimage' | 'postimage') =>
      readGitText(context.fs, imagePath(context, { id, variant }, image));
    const [before, after] = [await read('preimage'), await read('postimage')];
    if (before === undefined || after === undefined) continue;
    const merged = mergeTexts(before, now, after, { style: 'merge', labels: { ours: '', base: '', theirs: '' } });
    if (merged.conflicts > 0) continue;
    const stat = await lookAtFile(context, path);
    await writeWorkBytes(context, path, stat && stat.mode & 0o100 ? EXECUTABLE : FILE_MODE, encodeUtf8(merged.text));
    return true;
  }
  return false;
}

/** Forgets the conflicts that are open, and their preimages unless they were resolved once. */
export async function forgetOpenConflicts(context: Context): Promise<void> {
  for (const conflict of (await openConflicts(context)).values())
    if ((await readGitText(context.fs, imagePath(context, conflict, 'postimage'))) === undefined)
      await removeAll(context.fs, folderOf(context, conflict.id));
  await removeAll(context.fs, `${context.gitdir}/${OPEN}`);
}
