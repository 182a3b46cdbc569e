import { GITLINK, type FileEntry } from '../../store/tree';
import type { ChangedFile } from '../../diff/file-change';
import { workVersion } from './sides';
import { binaryBy, combinedFile, combinedSide } from './combined-diff';
import { diffDriver } from './diff-driver';
import { loadIndex, type Context } from '../setup/context';
import type { DiffStyle } from './diff-style';
import { innerHead, shownBytes } from '../worktree/gitlink';
import { changesText } from './show-changes';
import { lookAtFile, readWorkFile } from '../worktree/work-files';

interface Compared {
  readonly changes: readonly ChangedFile[];
  readonly conflicts: readonly string[];
}

/** The changes that `diff` shows, with the files in a conflict among them. */
export async function textWithConflicts(
  context: Context,
  compared: Compared,
  style: DiffStyle,
  { cached, dense }: { cached: boolean; dense: boolean },
): Promise<string> {
  const { changes } = compared;
  const { relative = '' } = style;
  const conflicts = compared.conflicts.filter((path) => path.startsWith(relative));
  const [shape = 'patch', ...others] = style.shapes;
  const isPatch = shape === 'patch' && others.length === 0 && !style.silent;
  if (!isPatch || conflicts.length === 0) return changesText(shownOf(compared, style), style, ['patch']);
  const parts = new Map<string, string>();
  // What is compared with both sides at once is shown before everything else.
  const isLate = (text: string) => Number(!text.startsWith('diff --c'));
  for (const path of conflicts)
    parts.set(path, cached ? unmerged(path, style) : await conflictText(context, path, style, dense));
  for (const change of changes) parts.set(change.path, await changesText([change], style, ['patch']));
  return [...parts]
    .toSorted(([a, one], [b, other]) => isLate(one) - isLate(other) || (a < b ? -1 : 1))
    .map(([, part]) => part)
    .join('');
}

const unmerged = (path: string, { relative = '' }: DiffStyle): string =>
  `* Unmerged path ${path.slice(relative.length).replace(/^\//, '')}\n`;

/** What the filter leaves, where a conflict is told by its path alone. */
function shownOf({ changes, conflicts }: Compared, { filter }: DiffStyle): readonly ChangedFile[] {
  if (conflicts.length === 0 && filter !== 'U') return changes;
  if (filter !== undefined && !filter.includes('U')) return changes;
  const sorted = [
    ...changes,
    ...conflicts.map((path): ChangedFile => ({ path, before: undefined, after: undefined, unmerged: true })),
  ].toSorted((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : Number(b.unmerged ?? false) - Number(a.unmerged ?? false),
  );
  return filter === 'U' ? sorted.filter(({ unmerged }) => unmerged) : sorted;
}

async function conflictText(context: Context, path: string, style: DiffStyle, dense: boolean): Promise<string> {
  const index = await loadIndex(context);
  const [ours, theirs] = [index.get(path, 2), index.get(path, 3)];
  const stat = await lookAtFile(context, path);
  if (!ours || !theirs) return unmerged(path, style);
  const driver = await diffDriver(context, path);
  const textOf = (bytes: Uint8Array) => combinedSide(context, driver, path, style, bytes);
  const read = async (entry: FileEntry) => ({ ...entry, text: await textOf(await shownBytes(context, entry)) });
  const inner = ours.mode === GITLINK ? await innerHead(context, path) : undefined;
  const bytes =
    inner !== undefined
      ? await shownBytes(context, { mode: GITLINK, oid: inner })
      : stat && stat.type !== 'directory'
        ? await readWorkFile(context, path, stat)
        : undefined;
  return combinedFile(
    {
      path,
      result: bytes && { oid: '', mode: (await workVersion(context, path, ours.mode)).mode, text: await textOf(bytes) },
      parents: [await read(ours), await read(theirs)],
      binary: binaryBy(driver, style),
      isWork: true,
    },
    style,
    dense,
  );
}
