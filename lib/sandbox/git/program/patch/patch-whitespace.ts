import { GitFailure } from '../../git-failure';
import type { GitIo } from '../setup/git-io';
import type { FileEdit } from './patch-file';

/** What to do about whitespace errors that a patch adds. */
type WhitespaceAction = (typeof ACTIONS)[number];

export const readWhitespaceAction = (text: string | undefined): WhitespaceAction =>
  text === 'strip' ? 'fix' : (ACTIONS.find((action) => action === text) ?? 'warn');

const ACTIONS = ['nowarn', 'warn', 'fix', 'error', 'error-all'] as const;

/** Fails if what was asked for is none of the actions. */
export function mustBeWhitespaceAction(text: string | undefined, exitCode: number): void {
  if (text !== undefined && text !== 'strip' && !ACTIONS.some((action) => action === text))
    throw new GitFailure(`unrecognized whitespace option '${text}'`, exitCode, 'error: ');
}

/** More errors than this are only counted. */
const MOST_SHOWN = 5;

interface Fault {
  readonly line: number;
  readonly what: string;
  readonly text: string;
}

function lineFaults(line: string): string {
  const faults = [
    ...(/[ \t\r]+$/.test(line) ? ['trailing whitespace'] : []),
    ...(/^\t* +\t/.test(line) ? ['space before tab in indent'] : []),
  ];
  return faults.join(', ');
}

function faultsOf(edit: FileEdit): Fault[] {
  const found: Fault[] = [];
  for (const { lines, at } of edit.hunks)
    for (const [place, line] of lines.entries()) {
      const what = line.startsWith('+') ? lineFaults(line.slice(1)) : '';
      if (what !== '') found.push({ line: at + place + 1, what, text: line.slice(1) });
    }
  return found;
}

/** The first of the blank lines that a patch adds at the end of a file. */
function blankEnd({ hunks }: FileEdit): Fault | undefined {
  const last = hunks.at(-1);
  if (!last) return undefined;
  let first: number | undefined;
  for (let place = last.lines.length - 1; place >= 0 && /^\+\s*$/.test(last.lines[place] ?? ''); place--) first = place;
  return first === undefined || first === 0
    ? undefined
    : { line: last.at + first + 1, what: 'new blank line at EOF', text: '+' };
}

/**
 * Prints whitespace errors and returns how many there are. `warn` and `fix` apply the patch, so they check the ends of
 * files too.
 */
export function tellFaults(
  io: GitIo,
  file: string,
  edits: readonly FileEdit[],
  action: WhitespaceAction,
): { lines: number; fixable: number } {
  if (action === 'nowarn') return { lines: 0, fixable: 0 };
  const inLines = edits.flatMap(faultsOf);
  const applies = action === 'warn' || action === 'fix';
  const all = [...inLines, ...(applies ? edits.flatMap((edit) => blankEnd(edit) ?? []) : [])];
  for (const { line, what, text } of action === 'error-all' ? all : all.slice(0, MOST_SHOWN))
    io.err(`${file}:${line}: ${what}.\n${text}\n`);
  return { lines: all.length, fixable: inLines.length };
}

/** Prints the summary of the errors, after the patch was applied or refused. */
export function tellCount(
  io: GitIo,
  { lines, fixable }: { lines: number; fixable: number },
  action: WhitespaceAction,
): void {
  if (lines === 0) return;
  const left = lines - MOST_SHOWN;
  if (left > 0 && action !== 'error-all')
    io.err(`warning: squelched ${left} whitespace error${left === 1 ? '' : 's'}\n`);
  const count = (number: number, one: string, many: string) =>
    `${number} ${number === 1 ? `line ${one}` : `lines ${many}`}`;
  if (action === 'fix') io.err(`warning: ${count(fixable, 'applied', 'applied')} after fixing whitespace errors.\n`);
  else io.err(`${action === 'warn' ? 'warning' : 'error'}: ${count(lines, 'adds', 'add')} whitespace errors.\n`);
}
