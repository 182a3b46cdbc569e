import { structuredPatch, type StructuredPatchHunk } from 'diff';
import type { FileChange, FileVersion } from './changes';

/** Milliseconds after which two texts count as wholly different. */
const DIFF_TIMEOUT_MS = 2000;
/** Bytes at the start of a file in which a zero makes it binary. */
const BINARY_PROBE = 8000;
/** Characters of the line that a hunk stands under. */
const HEADING_CHARS = 80;
/** Columns for the bars of `--stat`. */
const STAT_WIDTH = 50;

/** A change of one file, worked out. */
export interface FilePatch extends FileChange {
  readonly binary: boolean;
  readonly hunks: readonly StructuredPatchHunk[];
  readonly added: number;
  readonly removed: number;
  /** Bytes on each side. */
  readonly sizes: readonly [number, number];
  /** For each hunk the line it stands under. */
  readonly headings: readonly string[];
}

export async function patchOf(change: FileChange, context = 3): Promise<FilePatch> {
  const [old, now] = await Promise.all([bytesOf(change.before), bytesOf(change.after)]);
  const binary = [old, now].some((bytes) => bytes.subarray(0, BINARY_PROBE).includes(0));
  const sizes = [old.length, now.length] as const;
  if (binary) return { ...change, binary, sizes, hunks: [], headings: [], added: 0, removed: 0 };
  const [oldText, newText] = [old, now].map((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const options = { context, timeout: DIFF_TIMEOUT_MS };
  const patch =
    structuredPatch('a', 'b', oldText ?? '', newText ?? '', undefined, undefined, options) ??
    structuredPatch('a', 'b', oldText ?? '', newText ?? '', undefined, undefined, { context, maxEditLength: 1 });
  const hunks = patch?.hunks ?? [];
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    ...change,
    binary,
    sizes,
    hunks,
    headings: headingsOf(oldText ?? '', hunks),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

const bytesOf = async (version: FileVersion | undefined): Promise<Uint8Array> =>
  (await version?.read()) ?? new Uint8Array();

/** The last line before each hunk that begins with a letter: what git takes for the function it is in. */
function headingsOf(text: string, hunks: readonly StructuredPatchHunk[]): string[] {
  const lines = text.split('\n');
  return hunks.map(({ oldStart }) => {
    const found = lines.slice(0, Math.max(0, oldStart - 1)).findLast((line) => /^[A-Za-z_$]/.test(line));
    return found === undefined ? '' : ` ${found.trimEnd().slice(0, HEADING_CHARS)}`;
  });
}

const short = (version: FileVersion | undefined): string => version?.oid.slice(0, 7) ?? '0000000';

/** The change as `git diff` shows it. */
export function formatChange({ path, before, after, binary, hunks, headings }: FilePatch): string {
  const lines = [`diff --git a/${path} b/${path}`];
  if (!before) lines.push(`new file mode ${after?.mode ?? ''}`);
  else if (!after) lines.push(`deleted file mode ${before.mode}`);
  else if (before.mode !== after.mode) lines.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  const mode = before && after && before.mode === after.mode ? ` ${after.mode}` : '';
  if (before?.oid !== after?.oid) lines.push(`index ${short(before)}..${short(after)}${mode}`);
  const [from, to] = [before ? `a/${path}` : '/dev/null', after ? `b/${path}` : '/dev/null'];
  if (binary) lines.push(`Binary files ${from} and ${to} differ`);
  else if (hunks.length > 0)
    lines.push(`--- ${from}`, `+++ ${to}`, ...hunks.flatMap((hunk, at) => formatHunk(hunk, headings[at] ?? '')));
  return `${lines.join('\n')}\n`;
}

function formatHunk({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk, heading: string): string[] {
  const range = (start: number, count: number) =>
    count === 1 ? `${start}` : `${count === 0 ? start - 1 : start},${count}`;
  return [`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@${heading}`, ...lines];
}

/** Lines for `--stat`, and the sum below them. */
export function formatStat(patches: readonly FilePatch[]): string {
  if (patches.length === 0) return '';
  const width = Math.max(...patches.map(({ path }) => path.length));
  const most = Math.max(...patches.map(({ added, removed }) => added + removed));
  const digits = Math.max(String(most).length, patches.some(({ binary }) => binary) ? 3 : 0);
  const scale = most > STAT_WIDTH ? STAT_WIDTH / most : 1;
  const bar = (mark: string, count: number) => mark.repeat(count === 0 ? 0 : Math.max(1, Math.round(count * scale)));
  const lines = patches.map(({ path, added, removed, binary, sizes }) =>
    binary
      ? ` ${path.padEnd(width)} | Bin ${sizes[0]} -> ${sizes[1]} bytes`
      : ` ${path.padEnd(width)} | ${String(added + removed).padStart(digits)} ${bar('+', added)}${bar('-', removed)}`.trimEnd(),
  );
  return `${lines.join('\n')}\n${formatSum(patches)}\n`;
}

/** ` 2 files changed, 3 insertions(+), 1 deletion(-)` */
export function formatSum(patches: readonly FilePatch[]): string {
  const added = patches.reduce((sum, patch) => sum + patch.added, 0);
  const removed = patches.reduce((sum, patch) => sum + patch.removed, 0);
  const parts = [`${patches.length} file${patches.length === 1 ? '' : 's'} changed`];
  if (added > 0 || removed === 0) parts.push(`${added} insertion${added === 1 ? '' : 's'}(+)`);
  if (removed > 0 || added === 0) parts.push(`${removed} deletion${removed === 1 ? '' : 's'}(-)`);
  return ` ${parts.join(', ')}`;
}
