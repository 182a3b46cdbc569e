import type { BlobStore } from '@/lib/ports';
import type { FileDiff, Language } from '@/lib/protocol';
import { formatPatch, FILE_HEADERS_ONLY, structuredPatch, type StructuredPatchHunk } from 'diff';
import { wholeCharacter } from '../../truncate';
import { changedPart } from './changed-part';

/** Both sides of a change; `undefined` if there is no file. */
export interface Change {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Maximum characters of a patch in a result; both full texts stay in the blobs. */
const MAX_PATCH_LENGTH = 20_000;
/** Milliseconds after which two texts count as completely different. */
const DIFF_TIMEOUT_MS = 500;

/** Describes a change and stores both sides in the blobs. */
export async function fileDiff(blobs: BlobStore | undefined, { path, before, after }: Change): Promise<FileDiff> {
  const hunks = hunksOf(path, before ?? '', after ?? '');
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const patch = formatPatch(
    { oldFileName: path, newFileName: path, oldHeader: undefined, newHeader: undefined, hunks },
    FILE_HEADERS_ONLY,
  );
  return {
    path,
    change: before === undefined ? 'create' : after === undefined ? 'delete' : 'modify',
    patch:
      patch.length > MAX_PATCH_LENGTH ? `${patch.slice(0, wholeCharacter(patch, MAX_PATCH_LENGTH))}\n[… cut]` : patch,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    ...(before !== undefined && { beforeHash: await blobs?.put(before) }),
    ...(after !== undefined && { afterHash: await blobs?.put(after) }),
  };
}

/** A change in one line: `Modified: cart.ts (+3 −5)`. */
export function summarise({ path, from, change, added, removed }: FileDiff, language: Language = 'en'): string {
  const done = DONE[language][change];
  if (change === 'move') return `${done}: ${lastPart(from ?? path)} → ${path}`;
  return `${done}: ${lastPart(path)} (${counts({ added, removed })})`;
}

const DONE: Readonly<Record<Language, Readonly<Record<FileDiff['change'], string>>>> = {
  en: { create: 'Created', modify: 'Modified', delete: 'Deleted', move: 'Moved' },
  zh: { create: '已创建', modify: '已修改', delete: '已删除', move: '已移动' },
};

/** The last part of a path; a folder keeps its slash. */
const lastPart = (path: string): string => path.slice(path.lastIndexOf('/', path.length - 2) + 1);

export const counts = ({ added, removed }: Pick<FileDiff, 'added' | 'removed'>): string => `+${added} −${removed}`;

function hunksOf(path: string, before: string, after: string): StructuredPatchHunk[] {
  const part = changedPart(before, after);
  const options = { timeout: DIFF_TIMEOUT_MS };
  const patch = structuredPatch(path, path, part.before, part.after, undefined, undefined, options);
  const shift = part.linesBefore;
  return (patch?.hunks ?? [replacement(part.before, part.after)]).map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + shift,
    newStart: hunk.newStart + shift,
  }));
}

/** A hunk that replaces everything. */
function replacement(before: string, after: string): StructuredPatchHunk {
  const removed = before.split('\n').map((line) => `-${line}`);
  const added = after.split('\n').map((line) => `+${line}`);
  return { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines: [...removed, ...added] };
}
