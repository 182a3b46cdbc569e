import { headingOf, hunkLines, hunksOf, rangeText, type Hunk } from '../../diff/hunks';
import type { LineChange } from '../../diff/line-diff';
import { formatMode } from '../../store/tree';
import type { PromptAnswers } from '../terminal/answers';
import type { Context } from '../setup/context';
import type { DiffStyle } from '../diff/diff-style';
import { editHunk, withinNeighbours, type Editable } from './edit-hunk';
import { plainStyle } from '../commit/make-commit';
import type { PatchMode } from './patch-mode';
import { patchText, type FilePatch } from '../diff/patch-text';
import { posixPattern } from '../text/posix-pattern';

/** Something to decide on: a hunk, a change of mode, or a whole file without hunks. */
export interface Piece {
  readonly kind: 'hunk' | 'mode' | 'file';
  readonly hunk?: Hunk;
  /** Pieces of a split hunk have no heading. */
  readonly isSplit?: boolean;
  readonly edited?: LineChange;
  /** Undefined while it is undecided. */
  readonly use?: boolean;
}

const HELP = ({ verb, where }: PatchMode) => {
  const does = verb.toLowerCase();
  return `y - ${does} this hunk${where}
n - do not ${does} this hunk${where}
q - quit; do not ${does} this hunk or any of the remaining ones
a - ${does} this hunk and all later hunks in the file
d - do not ${does} this hunk or any of the later hunks in the file
`;
};
/** What the keys mean that are not always there. */
const KEYS: Readonly<Record<string, string>> = {
  j: 'leave this hunk undecided, see next undecided hunk',
  J: 'leave this hunk undecided, see next hunk',
  k: 'leave this hunk undecided, see previous undecided hunk',
  K: 'leave this hunk undecided, see previous hunk',
  g: 'select a hunk to go to',
  '/': 'search for a hunk matching the given regex',
  s: 'split the current hunk into smaller hunks',
  e: 'manually edit the current hunk',
  '?': 'print help',
};

/** Asks what to do with each piece of a file's change. */
export async function askPieces(
  context: Context,
  patch: Editable,
  mode: PatchMode,
  answers: PromptAnswers,
): Promise<{ pieces: readonly Piece[]; quit: boolean }> {
  const { io } = context;
  const plain = plainStyle(context);
  // A patch towards another commit is shown as git shows a reversed one.
  const style: DiffStyle =
    mode.to === 'commit' ? { ...plain, prefixes: [plain.prefixes[1], plain.prefixes[0]] } : plain;
  const { before, after } = patch.change;
  const modes =
    before && after && before.mode !== after.mode
      ? `old mode ${formatMode(before.mode)}\nnew mode ${formatMode(after.mode)}\n`
      : '';
  const whole = patchText(patch, style);
  const cut = whole.indexOf('\n@@');
  io.out((cut < 0 ? whole : whole.slice(0, cut + 1)).replace(modes, ''));
  const hunks = hunksOf(patch.changes, patch.old, patch.now, { context: style.lines });
  const pieces: Piece[] = [
    ...(modes === '' ? [] : [{ kind: 'mode' } as const]),
    ...hunks.map((hunk): Piece => ({ kind: 'hunk', hunk })),
  ];
  if (pieces.length === 0) pieces.push({ kind: 'file' });
  const textOf = ({ kind, hunk, isSplit }: Piece): string => {
    if (kind === 'mode') return modes;
    if (!hunk) return '';
    const lines = hunkLines(hunk, patch.old, patch.now).map((line) => `${line}\n`);
    return `${rangeText(hunk)}${isSplit ? '' : headingOf(patch.old, hunk)}\n${lines.join('')}`;
  };
  const decide = (at: number, use: boolean, edited?: LineChange) => {
    const piece = pieces[at];
    if (piece) pieces[at] = { ...piece, use, ...(edited && { edited }) };
  };
  for (let at = 0; ;) {
    const piece = pieces[at] ?? pieces[(at = 0)];
    if (!piece) break;
    const isUndecided = ({ use }: Piece) => use === undefined;
    const previous = pieces.slice(0, at).findLastIndex(isUndecided);
    const next = pieces.findIndex((one, place) => place > at && isUndecided(one));
    if (previous < 0 && next < 0 && piece.use !== undefined) break;
    const onward = next < 0 ? pieces.length : next;
    io.out(textOf(piece));
    const parts = piece.hunk?.changes ?? [];
    const keys = [
      ...(previous >= 0 ? ['k'] : []),
      ...(at > 0 ? ['K'] : []),
      ...(next >= 0 ? ['j'] : []),
      ...(at < pieces.length - 1 ? ['J'] : []),
      ...(pieces.length > 1 ? ['g', '/'] : []),
      ...(parts.length > 1 ? ['s'] : []),
      ...(piece.kind === 'hunk' && after ? ['e'] : []),
      '?',
    ];
    const what = !after ? 'deletion' : !before ? 'addition' : piece.kind === 'mode' ? 'mode change' : 'this hunk';
    io.out(`(${at + 1}/${pieces.length}) ${mode.verb} ${what}${mode.where} [y,n,q,a,d,${keys.join(',')}]? `);
    const answer = (await answers.next())?.trim();
    if (answer === undefined) break;
    if (answer === '') continue;
    const key = answer.charAt(0);
    const isOne = /^[yYnN]/.test(key);
    if (isOne) {
      decide(at, key.toLowerCase() === 'y');
      at = onward;
    } else if (/[aAdDqQ]/.test(key)) {
      for (const [place, one] of pieces.entries())
        if (place >= at && isUndecided(one)) decide(place, key.toLowerCase() === 'a');
      if (key.toLowerCase() === 'q') return { pieces, quit: true };
      at = pieces.length;
    } else if (/[JjKk]/.test(key)) {
      const to = { J: at < pieces.length - 1 ? at + 1 : -1, j: next, K: at - 1, k: previous }[key] ?? -1;
      if (to >= 0) at = to;
      else io.err(`No ${key.toLowerCase() === 'j' ? 'next' : 'previous'} hunk\n`);
    } else if (key === 'g') {
      if (pieces.length === 1) io.err('No other hunks to goto\n');
      else at = await hunkToGoTo(context, pieces, { patch, at, given: answer.slice(1).trim() }, answers);
    } else if (key === '/') {
      if (pieces.length === 1) io.err('No other hunks to search\n');
      else at = await hunkToFind(context, pieces.map(textOf), at, answer.slice(1), answers);
    } else if (key === 's' && piece.hunk && parts.length > 1) {
      const own = parts.map((one, place): Piece => {
        const part = hunksOf([one], patch.old, patch.now, { context: style.lines })[0] ?? piece.hunk;
        return { kind: 'hunk', isSplit: true, ...(part && { hunk: withinNeighbours(part, parts, place) }) };
      });
      pieces.splice(at, 1, ...own);
      io.out(`Split into ${own.length} hunks.\n`);
    } else if (key === 's') io.err('Sorry, cannot split this hunk\n');
    else if (key === 'e' && (!piece.hunk || !after)) io.err('Sorry, cannot edit this hunk\n');
    else if (key === 'e' && mode.undoes)
      io.err('sorry, a hunk can be edited only where it is staged, stashed or applied: answer y, n or s\n');
    else if (key === 'e' && piece.hunk) {
      const edited = await editHunk(context, piece.hunk, patch, mode.verb.toLowerCase());
      if (!edited) continue;
      decide(at, true, edited);
      at = onward;
    } else {
      const more = Object.entries(KEYS).filter(([one]) => keys.includes(one));
      io.out(HELP(mode) + more.map(([one, text]) => `${one} - ${text}\n`).join(''));
    }
  }
  return { pieces, quit: false };
}

/** How many hunks `g` lists at once. */
const LISTED = 20;

async function hunkToGoTo(
  { io }: Context,
  pieces: readonly Piece[],
  { patch, at, given }: { patch: FilePatch; at: number; given: string },
  answers: PromptAnswers,
): Promise<number> {
  let wanted = given;
  for (let start = Math.max(0, at - LISTED / 2); wanted === '';) {
    for (const [place, { use, hunk, kind }] of pieces.entries()) {
      if (place < start || place >= start + LISTED) continue;
      const first = hunk ? hunkLines(hunk, patch.old, patch.now).find((line) => /^[+-]/.test(line)) : '';
      const mark = use === undefined ? ' ' : use ? '+' : '-';
      const range = hunk
        ? ` -${hunk.oldStart + 1},${hunk.oldEnd - hunk.oldStart} +${hunk.newStart + 1},${hunk.newEnd - hunk.newStart} `
        : '';
      const text = kind === 'mode' ? 'old mode' : `${range.padEnd(20)}${first ?? ''}`;
      io.out(`${mark}${String(place + 1).padStart(2)}: ${text.slice(0, 80)}\n`);
    }
    start += LISTED;
    io.out(start < pieces.length ? 'go to which hunk (<ret> to see more)? ' : 'go to which hunk? ');
    const answer = await answers.next();
    if (answer === undefined) break;
    wanted = answer.trim();
  }
  const number = Number(wanted);
  if (!/^\d+$/.test(wanted)) io.err(`Invalid number: '${wanted}'\n`);
  else if (number >= 1 && number <= pieces.length) return number - 1;
  else io.err(`Sorry, only ${pieces.length} hunk${pieces.length === 1 ? '' : 's'} available.\n`);
  return at;
}

async function hunkToFind(
  { io }: Context,
  texts: readonly string[],
  at: number,
  given: string,
  answers: PromptAnswers,
): Promise<number> {
  let wanted = given;
  if (wanted === '') {
    io.out('search for regex? ');
    wanted = (await answers.next()) ?? '';
    if (wanted === '') return at;
  }
  const pattern = posixPattern(wanted, { extended: true, flags: 'm' });
  const found = texts.map((_, step) => (at + step) % texts.length).find((place) => pattern.test(texts[place] ?? ''));
  if (found === undefined) io.err('No hunk matches the given pattern\n');
  return found ?? at;
}
