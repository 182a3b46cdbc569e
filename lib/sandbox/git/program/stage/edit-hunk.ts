import { headingOf, hunkLines, rangeText, type Hunk } from '../../diff/hunks';
import type { LineChange } from '../../diff/line-diff';
import type { Context } from '../setup/context';
import { editInEditor } from '../terminal/editor';
import type { FilePatch } from '../diff/patch-text';

/** The lines of edited hunks are appended to those of the file. */
export type Editable = FilePatch & { readonly now: string[] };

const EDIT_HELP = (verb: string) => `# ---
# To remove '-' lines, make them ' ' lines (context).
# To remove '+' lines, delete them.
# Lines starting with # will be removed.
# If the patch applies cleanly, the edited hunk will immediately be marked for ${verb === 'stash' ? 'stashing' : 'staging'}.
# If it does not apply cleanly, you will be given an opportunity to
# edit again.  If all lines of the hunk are removed, then the edit is
# aborted and the hunk is left unchanged.
`;

/** A hunk as the user edits it; undefined if it no longer applies or is empty. */
export async function editHunk(
  context: Context,
  hunk: Hunk,
  { old, now }: Editable,
  verb: string,
): Promise<LineChange | undefined> {
  const shown = [`${rangeText(hunk)}${headingOf(old, hunk)}`, ...hunkLines(hunk, old, now)].join('\n');
  const text = await editInEditor(
    context,
    'addp-hunk-edit.diff',
    `# Manual hunk edit mode -- see bottom for a quick guide.\n${shown}\n${EDIT_HELP(verb)}`,
  );
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => !line.startsWith('#') && !line.startsWith('@@'));
  if (lines.every((line) => line === '')) return undefined;
  const side = (mark: string) =>
    lines.flatMap((line) =>
      line === '' ? ['\n'] : line.startsWith(' ') || line.startsWith(mark) ? [`${line.slice(1)}\n`] : [],
    );
  const [before, after] = [side('-'), side('+')];
  const isSame = (a: string, b: string) => a.replace(/\n$/, '') === b.replace(/\n$/, '');
  const known = old.slice(hunk.oldStart, hunk.oldEnd);
  if (before.length !== known.length || !before.every((line, at) => isSame(line, known[at] ?? ''))) {
    context.io.err('error: patch does not apply\nYour edited hunk does not apply. The hunk is left unchanged.\n');
    return undefined;
  }
  // Append the new lines to the file's, where the change can refer to them.
  const newStart = now.length;
  now.push(...after);
  return { oldStart: hunk.oldStart, oldEnd: hunk.oldEnd, newStart, newEnd: now.length };
}

/** Cuts a piece's context so that it holds no lines of neighbouring changes; context between two changes is shown with both. */
export function withinNeighbours(hunk: Hunk, changes: readonly LineChange[], at: number): Hunk {
  const [before, after] = [changes[at - 1], changes[at + 1]];
  const cut = Math.max(0, (before?.oldEnd ?? 0) - hunk.oldStart);
  const end = Math.max(0, hunk.oldEnd - (after?.oldStart ?? Infinity));
  return {
    ...hunk,
    oldStart: hunk.oldStart + cut,
    newStart: hunk.newStart + cut,
    oldEnd: hunk.oldEnd - end,
    newEnd: hunk.newEnd - end,
  };
}
