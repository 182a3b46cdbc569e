import { findRenames } from '../../diff/renames';
import { SAME, type ChangedFile } from '../../diff/file-change';
import { readCommit, type Commit } from '../../store/commit';
import { changesOf } from './diff-sides';
import type { Context } from '../setup/context';
import { diffStyle } from './diff-style';
import { readOptions } from '../terminal/options';
import { hunksText, patchOf } from './patch-text';

/** A commit as text for comparing it with another: without ids, dates and line numbers. */
export interface CommitText {
  readonly commit: Commit;
  /** Author, message and changes. */
  readonly text: string;
  /** Only the changes. */
  readonly changes: string;
  /** How many lines the changes have. */
  readonly size: number;
}

/** Notes of one ref, by the commits that they are about. */
interface ShownNotes {
  readonly title: string;
  readonly notes: ReadonlyMap<string, string>;
}

export async function commitText(
  context: Context,
  oid: string,
  wanted?: (path: string) => boolean,
  notes: readonly ShownNotes[] = [],
): Promise<CommitText> {
  const commit = await readCommit(context.objects, oid);
  const style = { ...diffStyle(context, readOptions([], {})), prefixes: ['', ''] as const };
  const lines: string[] = [];
  for (const change of await findRenames(await changesOf(context, commit, wanted), { least: SAME / 2, empty: true })) {
    const patch = await patchOf(change, style);
    lines.push('', ` ## ${titleOf(change)} ##`);
    if (patch.binary)
      lines.push(` Binary files ${change.before?.path ?? '/dev/null'} and ${change.after?.path ?? '/dev/null'} differ`);
    else for (const line of hunksText(patch, style).split('\n').slice(0, -1)) lines.push(bare(line, change.path));
  }
  const { author, message } = commit;
  const said = message
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`.trimEnd());
  const noted = notes.flatMap(({ title, notes: all }) => {
    const note = all.get(oid);
    if (note === undefined) return [];
    const lines = note.trimEnd().split('\n');
    return ['', '', ` ## ${title} ##`, ...lines.map((line) => `    ${line}`.trimEnd())];
  });
  const who = `Author: ${author.name} <${author.email}>`;
  const head = [' ## Metadata ##', who, '', ' ## Commit message ##', ...said, ...noted];
  const changes = lines.slice(1).join('\n');
  const size = lines.filter((line) => line !== '').length;
  return { commit, text: `${[...head, ...lines].join('\n')}\n`, changes, size };
}

function titleOf({ before, after, path, similarity }: ChangedFile): string {
  if (!before) return `${path} (new)`;
  if (!after) return `${path} (deleted)`;
  const mode =
    before.mode === after.mode ? '' : ` (mode change ${before.mode.toString(8)} => ${after.mode.toString(8)})`;
  return `${similarity === undefined ? path : `${before.path} => ${after.path}`}${mode}`;
}

/** A line of a hunk; its header has the file's name in place of the line numbers. */
function bare(line: string, path: string): string {
  const heading = /^@@ [^@]* @@(.*)$/s.exec(line)?.[1];
  if (heading !== undefined) return heading === '' ? '@@' : `@@ ${path}:${heading}`;
  return line.startsWith('\\') ? ` ${line}` : line;
}
