import { posixRegExp } from '../../../../regexp/posix-regexp';
import { unescapeAnsi } from '../../language/parameter-operations';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { bytesOfLatin1, bytesToLatin1 } from '../latin1';
import { oneOf, parseOptions, type ParsedOptions } from '../options';
import { basicOfEmacs } from '../search/emacs-pattern';
import { concordanceLine, type IndexLayout, type Occurrence, type TextPart } from './ptx-lines';

const SPEC =
  'A F: G M: O R S: T W: b: f g: i: o: r t w: auto-reference=A flag-truncation:=F traditional=G macro-name:=M right-side-refs=R sentence-regexp:=S word-regexp:=W break-file:=b ignore-case=f gap-size:=g ignore-file:=i only-file:=o references=r typeset-mode=t width:=w format:';

/** A word ends where the reader of words says, from a position on; undefined where there is none. */
type NextWord = (text: string, from: number, end: number) => TextPart | undefined;

/** `ptx`: an index of the words of a text, each with what stands around it. */
export const ptx: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const format = options.get('format');
  const form = format === undefined ? undefined : oneOf(format, 'format', ['roff', 'tex']);
  const traditional = options.has('G');
  const [, output, extra] = options.operands;
  if (traditional && extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  const size = (name: string, otherwise: number, what: string): number => {
    const text = options.get(name);
    if (text === undefined) return otherwise;
    if (!/^\+?\d+$/.test(text) || Number(text) === 0) throw new CommandFailure(`invalid ${what}: ‘${text}’`);
    return Number(text);
  };
  const gap = size('g', 3, 'gap width');
  const width = size('w', 72, 'line width');
  const next = await wordReader(context, options, traditional);
  const sentence = expression(options.get('S') ?? (traditional || options.has('r') ? '\\n' : SENTENCE));
  const fold = (word: string): string =>
    options.has('f') ? word.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()) : word;
  const [ignored, only] = [await wordList(context, options.get('i')), await wordList(context, options.get('o'))];
  const chosen = (word: string): boolean => !ignored?.has(fold(word)) && (only === undefined || only.has(fold(word)));
  const folded = (list: Set<string> | undefined) => list && [...list].forEach((word) => list.add(fold(word)));
  folded(ignored);
  folded(only);

  const found: Occurrence[] = [];
  let [longestWord, referenceWidth] = [0, 0];
  const names = traditional ? options.operands.slice(0, 1) : options.operands;
  for (const name of names.length > 0 ? names : ['-']) {
    const text = bytesToLatin1(await context.open(name).bytes());
    const label = name === '-' ? '' : name;
    const lines = { starts: lineStarts(text), reads: options.has('r'), label: options.has('A') ? label : undefined };
    for (const span of sentences(text, sentence)) {
      for (const key of wordsIn(text, span, next)) {
        longestWord = Math.max(longestWord, key.end - key.start);
        const reference = referenceOf(text, key, lines);
        if (reference === undefined || !chosen(text.slice(key.start, key.end))) continue;
        if (lines.reads) referenceWidth = Math.max(referenceWidth, reference.length);
        found.push({ text, key, context: lines.reads ? withoutReference(text, span, lines.starts) : span, reference });
      }
    }
    if (options.has('A')) referenceWidth = Math.max(referenceWidth, `${label}${lines.starts.length}`.length + 1);
  }
  const word = ({ text, key }: Occurrence): string => fold(text.slice(key.start, key.end));
  const keyed = found.map((occurrence) => ({ occurrence, key: word(occurrence) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));

  const referenced = options.has('A') || options.has('r');
  const side = referenced ? (options.has('R') ? 'right' : 'left') : undefined;
  const room = Math.max(0, width - (side === 'left' ? referenceWidth + gap : 0));
  const half = Math.floor(room / 2);
  const mark = unescapeAnsi(options.get('F') ?? '/');
  const layout: IndexLayout = {
    form: options.has('T') ? 'tex' : options.has('O') ? 'roff' : (form ?? (traditional ? 'roff' : 'plain')),
    macro: options.get('M') ?? 'xx',
    mark,
    gap,
    half,
    beforeWidth: traditional ? half - gap : Math.max(0, half - gap - 2 * mark.length),
    afterWidth: half - 2 * mark.length - (traditional ? 1 : 0),
    longestWord,
    side,
    referenceWidth,
    referenceEnd: options.has('A') ? ':' : '',
    skip(text, at, end) {
      const span = next(text, at, end);
      return span?.start === at ? span.end : Math.min(at + 1, end);
    },
  };
  const out = traditional && output !== undefined ? context.create(output) : context.out;
  for (const { occurrence } of keyed) await out.put(bytesOfLatin1(concordanceLine(occurrence, layout)));
  if (out !== context.out) await out.close();
  return 0;
};

/** The end of a sentence, as Emacs has it. */
const SENTENCE = `[.?!][]"')}]*\\($\\|\t\\|  \\)[ \t\n]*`;

function expression(given: string): RegExp {
  const text = unescapeAnsi(given.replaceAll(/\\(?=[|(){}+?<>wWsSbB`'$^.*[\]])/g, '\\\\'));
  try {
    return posixRegExp(basicOfEmacs(text), 'gm', 'basic');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandFailure(`${error.message} (for regexp ‘${text}’)`);
  }
}

async function wordReader(context: CommandContext, options: ParsedOptions, traditional: boolean): Promise<NextWord> {
  const given = options.get('W');
  const file = options.get('b');
  const breaks = file === undefined ? undefined : bytesToLatin1(await context.open(file).bytes());
  const isPart =
    breaks !== undefined
      ? (char: string) => !breaks.includes(char) && !(traditional && /[ \t\n]/.test(char))
      : (char: string) => (traditional ? !/[ \t\n]/.test(char) : /[a-zA-Z]/.test(char));
  const pattern = given === undefined || given === '' ? undefined : expression(given);
  return (text, from, end) => {
    if (pattern) {
      pattern.lastIndex = 0;
      const found = pattern.exec(text.slice(from, end));
      return found ? { start: from + found.index, end: from + found.index + found[0].length } : undefined;
    }
    let start = from;
    while (start < end && !isPart(text.charAt(start))) start += 1;
    let stop = start;
    while (stop < end && isPart(text.charAt(stop))) stop += 1;
    return stop > start ? { start, end: stop } : undefined;
  };
}

async function wordList(context: CommandContext, file: string | undefined): Promise<Set<string> | undefined> {
  if (file === undefined) return undefined;
  return new Set(
    bytesToLatin1(await context.open(file).bytes())
      .split('\n')
      .filter(Boolean),
  );
}

/** The parts of a text that end with what `end` matches, without the blanks at their ends. */
function* sentences(text: string, end: RegExp): Generator<TextPart> {
  for (let start = 0; start < text.length;) {
    end.lastIndex = 0;
    const found = end.exec(text.slice(start));
    if (found?.[0] === '')
      throw new CommandFailure(`error: regular expression has a match of length zero: ‘${end.source}’`);
    const stop = found ? start + found.index + found[0].length : text.length;
    yield { start, end: start + text.slice(start, stop).trimEnd().length };
    start = stop;
  }
}

function* wordsIn(text: string, { start, end }: TextPart, next: NextWord): Generator<TextPart> {
  for (let at = start; ;) {
    const word = next(text, at, end);
    if (!word) return;
    at = Math.max(word.end, word.start + 1);
    if (word.end > word.start) yield word;
  }
}

const lineStarts = (text: string): number[] => [
  0,
  ...[...text.matchAll(/\n(?!$(?![^]))/g)].map(({ index }) => index + 1),
];

interface Lines {
  readonly starts: readonly number[];
  /** Whether the first word of a line is its reference. */
  readonly reads: boolean;
  /** The name of the file, if references are made. */
  readonly label: string | undefined;
}

/** The reference of a word; undefined if the word is a part of one. */
function referenceOf(text: string, key: TextPart, { starts, reads, label }: Lines): string | undefined {
  if (!reads && label === undefined) return '';
  const line = starts.findLastIndex((start) => start <= key.start);
  if (label !== undefined) return `${label}:${line + 1}`;
  const start = starts[line] ?? 0;
  const reference = /^\S*/.exec(text.slice(start))?.[0] ?? '';
  return key.start < start + reference.length ? undefined : reference;
}

function withoutReference(text: string, span: TextPart, starts: readonly number[]): TextPart {
  if (!starts.includes(span.start)) return span;
  const lead = /^\S*\s*/.exec(text.slice(span.start, span.end))?.[0] ?? '';
  return { start: span.start + lead.length, end: span.end };
}
