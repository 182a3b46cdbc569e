import { mergeTexts } from '../../merge/merge-text';
import { lookAt, makeFolder, readGitText, removeAll, writeText } from '../../git-fs';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { EXECUTABLE, FILE_MODE } from '../../store/tree';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { markerSizeOf } from './merge-driver';
import { normalConflicts, type NormalConflicts } from './rerere-text';
import { lookAtFile, readWorkFile, stageFile, writeWorkBytes } from './work-files';
import type { GitIndex } from '../../store/index-file';

/** The conflicts that are open now: `<id>[.variant]\t<path>`, each ended by NUL. */
const OPEN = 'MERGE_RR';

/** A conflict by its id in `rr-cache`. With the same lines in conflict and another text around them, it is a variant. */
interface KnownConflict {
  readonly id: string;
  readonly variant: number;
}

/** A conflict that is not remembered yet has no variant. */
type OpenConflict = Pick<KnownConflict, 'id'> & {
  readonly variant: number | undefined;
};

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

export const writeOpen = (context: Context, open: ReadonlyMap<string, KnownConflict>): Promise<void> =>
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

/** The conflicts in a file of the work tree; undefined if there is none, or its markers do not fit together. */
async function conflictsIn(context: Context, path: string): Promise<NormalConflicts | undefined> {
  const stat = await lookAtFile(context, path);
  if (stat?.type !== 'file') return undefined;
  return normalConflicts(decodeUtf8(await readWorkFile(context, path, stat)), await markerSizeOf(context, path));
}

/**
 * Remembers what is in conflict, replays resolutions that are known, and notes what the user has resolved since. Does
 * nothing unless resolutions are remembered. `stages`: whether replayed files are staged; by default as configured.
 */
export async function rerere(context: Context, stages?: boolean): Promise<void> {
  if (!(await remembersResolutions(context))) return;
  const index = await loadIndex(context);
  const open: Map<string, OpenConflict> = await openConflicts(context);
  for (const path of textConflicts(index).both) {
    const normal = await conflictsIn(context, path);
    if (normal && normal.id === undefined) continue;
    const known = open.get(path);
    if (known?.variant !== undefined) await removeImages(context, { id: known.id, variant: known.variant });
    open.delete(path);
    if (normal?.id !== undefined) open.set(path, { id: normal.id, variant: undefined });
  }
  const left = new Map<string, KnownConflict>();
  for (const [path, { id, variant }] of [...open].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const normal = await conflictsIn(context, path);
    if (!normal) continue;
    if (normal.id === undefined) {
      if (variant !== undefined)
        await writeText(context.fs, imagePath(context, { id, variant }, 'postimage'), normal.text);
      context.io.err(`Recorded resolution for '${path}'.\n`);
      continue;
    }
    const resolved = await resolvedBefore(context, id, normal.text);
    if (resolved === undefined) {
      const conflict = {
        id,
        variant: variant ?? (await freeVariant(context, id)),
      };
      await makeFolder(context.fs, folderOf(context, id));
      await writeText(context.fs, imagePath(context, conflict, 'preimage'), normal.text);
      context.io.err(`Recorded preimage for '${path}'\n`);
      left.set(path, conflict);
      continue;
    }
    const mode = ((await lookAtFile(context, path))?.mode ?? 0) & 0o100 ? EXECUTABLE : FILE_MODE;
    await writeWorkBytes(context, path, mode, encodeUtf8(resolved.text));
    const stat = await lookAtFile(context, path);
    if (stat && (stages ?? context.config.boolean('rerere.autoUpdate') === true)) {
      index.set(await stageFile(context, index, path, stat));
      context.io.err(`Staged '${path}' using previous resolution.\n`);
    } else context.io.err(`Resolved '${path}' using previous resolution.\n`);
  }
  await saveIndex(context, index);
  await writeOpen(context, left);
}

/** The variants of a conflict that have an image of the kind, or of any. */
async function variantsOf(context: Context, id: string, image: 'postimage' | '(?:pre|post)image'): Promise<number[]> {
  const names = await context.fs.readdir(folderOf(context, id)).catch(() => []);
  return names.flatMap((name) => {
    const [whole, number] = new RegExp(`^${image}(?:\\.(\\d+))?$`).exec(name) ?? [];
    return whole === undefined ? [] : [Number(number ?? 0)];
  });
}

async function freeVariant(context: Context, id: string): Promise<number> {
  const taken = await variantsOf(context, id, '(?:pre|post)image');
  let variant = 0;
  while (taken.includes(variant)) variant++;
  return variant;
}

async function removeImages(context: Context, conflict: KnownConflict): Promise<void> {
  for (const image of ['preimage', 'postimage'] as const)
    await removeAll(context.fs, imagePath(context, conflict, image));
  const folder = folderOf(context, conflict.id);
  if ((await context.fs.readdir(folder).catch(() => ['?'])).length === 0) await context.fs.rmdir(folder);
}

/** What a file with a conflict became when it was resolved before; undefined if it was not, or that does not fit. */
export async function resolvedBefore(
  context: Context,
  id: string,
  now: string,
): Promise<{ readonly variant: number; readonly text: string } | undefined> {
  for (const variant of (await variantsOf(context, id, 'postimage')).toSorted((a, b) => a - b)) {
    const read = (image: 'preimage' | 'postimage') =>
      readGitText(context.fs, imagePath(context, { id, variant }, image));
    const [before, after] = [await read('preimage'), await read('postimage')];
    if (before === undefined || after === undefined) continue;
    const merged = mergeTexts(before, now, after, { style: 'merge', labels: { ours: '', base: '', theirs: '' } });
    if (merged.conflicts === 0) return { variant, text: merged.text };
  }
  return undefined;
}

/** Forgets the conflicts that are open, and their preimages unless they were resolved once. */
export async function forgetOpenConflicts(context: Context): Promise<void> {
  for (const conflict of (await openConflicts(context)).values())
    if ((await readGitText(context.fs, imagePath(context, conflict, 'postimage'))) === undefined)
      await removeImages(context, conflict);
  await removeAll(context.fs, `${context.gitdir}/${OPEN}`);
}
