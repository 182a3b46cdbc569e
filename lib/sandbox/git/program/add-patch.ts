import { changedFiles, filesOfIndex, filesOfTree, filesOfWork } from '../diff/sides';
import { headingOf, hunkLines, hunksOf, rangeText, type Hunk } from '../diff/hunks';
import type { LineChange } from '../diff/line-diff';
import { GitFailure } from '../git-failure';
import { headCommit } from '../repository';
import { decodeUtf8, encodeUtf8 } from '../store/bytes';
import { bareEntry } from '../store/index-file';
import { loadIndex, saveIndex, type Context } from './context';
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

/** Answers from standard input, a line each. */
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

/** Asks of each change what is to become of it, and does what was said. `chosen` gets the changes instead, for a stash. */
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
    const patch = await patchOf(change, plainStyle(context));
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
      // What is taken goes: the rest of the change stays.
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

/** The old text with some of the changes. */
export function textWith({ old, now }: FilePatch, changes: readonly LineChange[]): string {
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
? - print help
`;

async function askHunks(
  context: Context,
  patch: FilePatch,
  use: PatchUse,
  answers: Answers,
): Promise<{ taken: LineChange[]; quit: boolean }> {
  const { io } = context;
  const style = plainStyle(context);
  const whole = patchText(patch, style);
  io.out(whole.slice(0, whole.indexOf('\n@@') + 1));
  const hunks: Hunk[] = hunksOf(patch.changes, patch.old, patch.now, { context: style.lines });
  const taken: LineChange[] = [];
  const isWhole = !patch.change.before || !patch.change.after;
  let show = true;
  for (let at = 0; at < hunks.length;) {
    const hunk = hunks[at];
    if (!hunk) break;
    if (show)
      io.out(
        `${rangeText(hunk)}${headingOf(patch.old, hunk)}\n${hunkLines(hunk, patch.old, patch.now)
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
      hunks.splice(at, 1, ...split.map((part, place) => withinNeighbours(part, parts, place)));
      io.out(`Split into ${split.length} hunks.\n`);
    } else if (answer === 's') io.err('Sorry, cannot split this hunk\n');
    else if (answer === 'e')
      throw new GitFailure(
        'a hunk cannot be edited here: answer y, n or s, or use `git apply --cached` with a patch',
        1,
      );
    else {
      io.out(HELP(QUESTIONS[use].toLowerCase()));
      show = true;
    }
  }
  io.out('\n');
  return { taken, quit: false };
}

/** Lines between two changes are shown with both, but no line of the other change is. */
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
