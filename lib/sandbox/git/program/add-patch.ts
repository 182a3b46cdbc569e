import { changedFiles, filesOfIndex, filesOfTree, filesOfWork } from '../diff/sides';
import { headingOf, hunkLines, hunksOf, rangeText, type Hunk } from '../diff/hunks';
import type { LineChange } from '../diff/line-diff';
import { headCommit } from '../repository';
import { decodeUtf8, encodeUtf8 } from '../store/bytes';
import { bareEntry } from '../store/index-file';
import { loadIndex, saveIndex, type Context } from './context';
import { editInEditor } from './editor';
import { plainStyle } from './make-commit';
import { treeOf } from './merge-into-work';
import { patchOf, patchText, type FilePatch } from './patch-text';
import { wantedBy, type Pathspec } from './pathspec';
import { lookAtFile, writeWorkBytes } from './work-files';

export type PatchUse = 'stage' | 'unstage' | 'discard' | 'stash' | 'checkout-head';

const QUESTIONS: Readonly<Record<PatchUse, string>> = {
  stage: 'Stage',
  unstage: 'Unstage',
  discard: 'Discard',
  stash: 'Stash',
  'checkout-head': 'Discard',
};
const WHERE: Readonly<Record<PatchUse, string>> = {
  stage: '',
  unstage: '',
  discard: ' from worktree',
  stash: '',
  'checkout-head': ' from index and worktree',
};

/** The answers on standard input, one a line. */
class Answers {
  private lines: string[] | undefined;
  constructor(private readonly context: Context) {}
  async next(): Promise<string | undefined> {
    this.lines ??= decodeUtf8(await this.context.io.input())
      .replace(/\n$/, '')
      .split('\n');
    return this.lines.shift();
  }
}

/** Asks what to do with each change and does it; with `chosen`, only collects the chosen changes there, for a stash. */
export async function patchByAnswers(
  context: Context,
  use: PatchUse,
  specs: readonly Pathspec[],
  chosen?: (path: string, text: string, mode: number) => void,
  commit?: string,
): Promise<void> {
  const wanted = wantedBy(specs);
  const index = await loadIndex(context);
  const head = await filesOfTree(context, await treeOf(context, commit ?? (await headCommit(context))));
  const known = filesOfIndex(context, index);
  const [before, after] =
    use === 'unstage'
      ? [head, known]
      : [use === 'stash' || use === 'checkout-head' ? head : known, await filesOfWork(context, index, wanted)];
  const changes = changedFiles(before, after, wanted);
  if (changes.length === 0) {
    context.io.err('No changes.\n');
    return;
  }
  const answers = new Answers(context);
  let quit = false;
  for (const change of changes) {
    if (quit) break;
    const made = await patchOf(change, plainStyle(context));
    const patch = { ...made, now: [...made.now] };
    if (patch.binary) continue;
    const asked = await askHunks(context, patch, use, answers);
    quit = asked.quit;
    if (asked.taken.length === 0) continue;
    const text = textWith(patch, asked.taken);
    const mode = change.after?.mode ?? change.before?.mode ?? 0;
    if (chosen) chosen(change.path, text, mode);
    else if (use === 'stage') {
      const oid = await context.objects.write('blob', encodeUtf8(text));
      const stat = await lookAtFile(context, change.path);
      void stat;
      if (!change.after) index.remove(change.path);
      else index.set(bareEntry(change.path, { oid, mode }));
    } else {
      // The chosen changes are undone: the rest stays.
      const left = textWith(
        patch,
        patch.changes.filter((one) => !asked.taken.includes(one)),
      );
      if (use === 'unstage') {
        if (!change.before && left === '') index.remove(change.path);
        else
          index.set(
            bareEntry(change.path, {
              oid: await context.objects.write('blob', encodeUtf8(left)),
              mode: change.before?.mode ?? mode,
            }),
          );
      } else await writeWorkBytes(context, change.path, change.before?.mode ?? mode, encodeUtf8(left));
    }
  }
  await saveIndex(context, index);
}

/** The old text with some of the changes applied. */
function textWith({ old, now }: FilePatch, changes: readonly LineChange[]): string {
  let at = 0;
  let out = '';
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    out += old.slice(at, oldStart).join('') + now.slice(newStart, newEnd).join('');
    at = oldEnd;
  }
  return out + old.slice(at).join('');
}

const HELP = (verb: string) => `y - ${verb} this hunk
n - do not ${verb} this hunk
q - quit; do not ${verb} this hunk or any of the remaining ones
a - ${verb} this hunk and all later hunks in the file
d - do not ${verb} this hunk or any of the later hunks in the file
e - manually edit the current hunk
? - print help
`;

/** The lines of edited hunks are appended to those of the file. */
type Editable = FilePatch & { readonly now: string[] };

async function askHunks(
  context: Context,
  patch: Editable,
  use: PatchUse,
  answers: Answers,
): Promise<{ taken: LineChange[]; quit: boolean }> {
  const { io } = context;
  const style = plainStyle(context);
  const whole = patchText(patch, style);
  io.out(whole.slice(0, whole.indexOf('\n@@') + 1));
  const hunks: Hunk[] = hunksOf(patch.changes, patch.old, patch.now, { context: style.lines });
  const taken: LineChange[] = [];
  const edits = use === 'stage' || use === 'stash';
  const isWhole = !patch.change.before || !patch.change.after;
  // Pieces of a split hunk have no heading.
  const pieces = new Set<Hunk>();
  let show = true;
  for (let at = 0; at < hunks.length;) {
    const hunk = hunks[at];
    if (!hunk) break;
    if (show)
      io.out(
        `${rangeText(hunk)}${pieces.has(hunk) ? '' : headingOf(patch.old, hunk)}\n${hunkLines(
          hunk,
          patch.old,
          patch.now,
        )
          .map((line) => `${line}\n`)
          .join('')}`,
      );
    const parts = hunk.changes.flatMap((one) => one);
    const keys = `y,n,q,a,d${hunks.length > 1 ? `${at > 0 ? ',K' : ''}${at < hunks.length - 1 ? ',j,J' : ''},g,/` : ''}${parts.length > 1 ? ',s' : ''},e,?`;
    const what = isWhole ? (patch.change.before ? ' deletion' : ' addition') : ' this hunk';
    io.out(`(${at + 1}/${hunks.length}) ${QUESTIONS[use]}${isWhole ? what : what}${WHERE[use]} [${keys}]? `);
    const answer = (await answers.next())?.trim();
    show = true;
    if (answer === undefined || answer.startsWith('q')) {
      io.out('\n');
      return { taken, quit: true };
    }
    if (answer.startsWith('y')) {
      taken.push(...hunk.changes);
      at++;
    } else if (answer.startsWith('n')) at++;
    else if (answer.startsWith('a')) {
      for (const one of hunks.slice(at)) taken.push(...one.changes);
      break;
    } else if (answer.startsWith('d')) break;
    else if (answer === 's' && parts.length > 1) {
      const split = parts.map((one) => hunksOf([one], patch.old, patch.now, { context: style.lines })[0] ?? hunk);
      const own = split.map((part, place) => withinNeighbours(part, parts, place));
      for (const piece of own) pieces.add(piece);
      hunks.splice(at, 1, ...own);
      io.out(`Split into ${split.length} hunks.\n`);
    } else if (answer === 's') io.err('Sorry, cannot split this hunk\n');
    else if (/^[JjKk]$/.test(answer)) {
      const step = /j/i.test(answer) ? 1 : -1;
      if (hunks[at + step]) at += step;
      else io.err(`No ${step > 0 ? 'next' : 'previous'} hunk\n`);
    } else if (answer.startsWith('g') && hunks.length > 1) {
      const wanted = Number(answer.slice(1).trim());
      if (hunks[wanted - 1]) at = wanted - 1;
      else io.err(`Sorry, only ${hunks.length} hunk${hunks.length === 1 ? '' : 's'} available.\n`);
    } else if (answer.startsWith('/')) {
      const pattern = new RegExp(answer.slice(1), 'm');
      const order = [...hunks.keys()].map((step) => (at + step) % hunks.length);
      const fits = order.find((place) => {
        const one = hunks[place];
        return one && pattern.test(hunkLines(one, patch.old, patch.now).join('\n'));
      });
      if (hunks.length === 1) io.err('No other hunks to search\n');
      else if (fits === undefined) io.err('No hunk matches the given pattern\n');
      else at = fits;
    } else if (answer === 'e' && edits) {
      const edited = await editHunk(context, hunk, patch, QUESTIONS[use].toLowerCase());
      if (!edited) continue;
      taken.push(edited);
      at++;
    } else if (answer === 'e')
      io.err('sorry, a hunk can be edited only where it is staged or stashed: answer y, n or s\n');
    else {
      io.out(HELP(QUESTIONS[use].toLowerCase()));
      show = true;
    }
  }
  io.out('\n');
  return { taken, quit: false };
}

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
async function editHunk(
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
function withinNeighbours(hunk: Hunk, changes: readonly LineChange[], at: number): Hunk {
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
