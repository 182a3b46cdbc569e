import { GitFailure } from '../../git-failure';
import { colorCode, isColor } from '../terminal/color';
import type { Context } from '../setup/context';
import { formatDate } from '../people/dates';
import { readMailmap } from '../people/mailmap';
import { readDate } from '../people/read-date';
import type { Blamed } from './blamed-text';

/** A line to show, with what is known of it. */
export interface BlamedLine {
  readonly at: number;
  readonly line: string;
  readonly own: Blamed | undefined;
}

/** How lines are shown. */
export interface BlameLook {
  readonly path: string;
  readonly date: string;
  /** Digits of ids. */
  readonly digits: number;
  readonly suppress: boolean;
  readonly email: boolean;
  readonly number: boolean;
  readonly name: boolean;
  readonly root: boolean;
  readonly blank: boolean;
  readonly compat: boolean;
  /** Whether lines of one commit are coloured from the second one on, or all by their age. */
  readonly colors: ReadonlySet<'repeatedLines' | 'highlightRecent'>;
}

/** How wide dates are, where they may be shorter. */
const DATE_WIDTHS: Readonly<Record<string, number>> = {
  relative: 22,
  human: 16,
  default: 30,
  normal: 30,
  rfc: 31,
  rfc2822: 31,
};

const widthOfDate = (date: string): number =>
  /^(?:format|strftime)/.test(date)
    ? formatDate({ time: 0, zone: '+0000' }, date).length
    : (DATE_WIDTHS[date.replace(/-local$/, '')] ?? 0);

/** Whether a line follows the one before it in the version that it comes from, too. */
export const isContinued = (before: BlamedLine | undefined, { at, own }: BlamedLine): boolean =>
  before !== undefined &&
  before.own?.commit?.oid === own?.commit?.oid &&
  before.own?.path === own?.path &&
  before.own?.passed === own?.passed &&
  before.at + 1 === at &&
  (before.own?.line ?? 0) + 1 === own?.line;

/** What `blame` prints for people. */
export async function blameText(context: Context, shown: readonly BlamedLine[], look: BlameLook): Promise<string> {
  const { config } = context;
  const mapped = await readMailmap(context);
  const who = (blamed: Blamed | undefined) => {
    const author = blamed?.commit && mapped(blamed.commit.author);
    if (look.email) return `<${author?.email ?? 'not.committed.yet'}>`;
    return author?.name ?? 'Not Committed Yet';
  };
  const longest = (lengths: readonly number[]) => Math.max(0, ...lengths);
  const width = longest(shown.map(({ own }) => Array.from(who(own)).length));
  const digits = String(longest(shown.map(({ at }) => at + 1))).length;
  const moved = look.name || shown.some(({ own }) => own !== undefined && own.path !== look.path);
  const nameWidth = longest(shown.map(({ own }) => own?.path.length ?? 0));
  const lineWidth = String(longest(shown.map(({ own }) => (own?.line ?? 0) + 1))).length;
  const now = Math.floor(Date.now() / 1000);
  const marks = {
    guessed: config.boolean('blame.markIgnoredLines') === true ? '?' : '',
    unknown: config.boolean('blame.markUnblamableLines') === true ? '*' : '',
  };
  const dateWidth = widthOfDate(look.date);
  const tint = tintOf(context, look.compat ? new Set() : look.colors);
  let out = '';
  for (const [index, one] of shown.entries()) {
    const { at, line, own } = one;
    const oid = own?.commit?.oid ?? '0'.repeat(40);
    const isBoundary = own?.end === 'range' || (own?.end === 'root' && !look.root);
    const mark = `${isBoundary && !look.blank && !look.compat ? '^' : ''}${own?.passed === undefined ? '' : marks[own.passed]}`;
    const id = mark + (isBoundary && look.blank ? ' '.repeat(40) : oid).slice(0, look.digits - mark.length);
    const moment = own?.commit?.author ?? { time: now, zone: '+0000' };
    const when = formatDate(moment, look.date).padEnd(dateWidth).padStart(10);
    if (look.compat) {
      out += `${id}\t(${who(own).padStart(10)}\t${when}\t${at + 1})${line}`;
      continue;
    }
    const place = `${moved ? ` ${(own?.path ?? look.path).padEnd(nameWidth)}` : ''}${look.number ? ` ${String((own?.line ?? 0) + 1).padStart(lineWidth)}` : ''}`;
    const count = String(at + 1).padStart(digits);
    const name = who(own);
    const person = look.suppress ? '' : ` (${name}${' '.repeat(width - Array.from(name).length)} ${when}`;
    const color = tint(moment.time, isContinued(shown[index - 1], one));
    out += `${color}${id}${place}${person} ${count}) ${color === '' ? '' : '\u001b[m'}${line}`;
  }
  return out === '' || out.endsWith('\n') ? out : `${out}\n`;
}

/** The code of a line's colour, by when it was written and whether the line before is of the same commit. */
function tintOf({ config }: Context, kinds: BlameLook['colors']): (time: number, repeated: boolean) => string {
  const again = kinds.has('repeatedLines') ? colorCode(config.get('color.blame.repeatedLines') ?? 'cyan') : '';
  const ages = kinds.has('highlightRecent')
    ? readAges(config.get('color.blame.highlightRecent') ?? 'blue,12 month ago,white,1 month ago,red')
    : [];
  return (time, repeated) => {
    if (repeated && again !== '') return again;
    return ages.find(({ until }) => time <= until)?.color ?? '';
  };
}

/** `blue,12 month ago,white`: colours, each with the time until which it is meant. */
function readAges(text: string): { color: string; until: number }[] {
  const words = text.split(',');
  if (words.length % 2 === 0) throw new GitFailure('must end with a color');
  const found: { color: string; until: number }[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const [color = '', date] = [words[at], words[at + 1]];
    if (!isColor(color)) throw new GitFailure(`expecting a color: ${color}`);
    found.push({ color: colorCode(color), until: date === undefined ? Infinity : readDate(date) });
  }
  return found;
}
