import { parse } from 'unbash';
import { hereDocuments } from '../language';

/** A line after history expansion. */
interface Expanded {
  line: string;
  /** Whether the expansion is only shown and remembered, as after `!!:p`. */
  onlyShown: boolean;
}

/** Thrown for a designator that means nothing in the history. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}

const QUICK = /^\^([^^]*)\^([^^]*)(?:\^(.*))?$/;
const EVENT = /^!(?:!|(-?\d+)|\?([^?\n]*)(?:\?|$)|(?=[:^$*%-])|([^\s:^$*%;&|<>()'"!?-][^\s:^$*%;&|<>()'"]*))/;
const WORDS = /^(?::([\d$^*%][\d$*-]*|-\d*)|([$^*%]))/;
const MODIFIER = /^:(?:([htrepqx])|(g?)s(\W)((?:\\.|(?!\3).)*)\3((?:\\.|(?!\3).)*)(?:\3|$))/;

/**
 * Replaces `!!`, `!$`, `!name:1`, `^old^new` and the like in a text by what they stand for, but not in comments, single quotes and
 * here-documents, which may have begun in `before`, the lines above it. Throws `HistoryError`.
 */
export function expandHistory(text: string, history: readonly string[], before = ''): Expanded {
  const [, old, by, rest = ''] = (before === '' && QUICK.exec(text)) || [];
  if (old !== undefined && by !== undefined) {
    const last = history.at(-1) ?? '';
    if (!last.includes(old)) throw new HistoryError(`:s${text}: substitution failed`);
    return { line: last.replace(old, () => by) + rest, onlyShown: false };
  }
  const made: string[] = [];
  let onlyShown = false;
  let quote = '';
  let at = 0;
  const isDocument = documentsIn(before + text);
  for (const line of (before + text).split('\n')) {
    const isNew = at >= before.length;
    const found: ReturnType<typeof expandLine> = isDocument(at)
      ? { line, onlyShown, quote }
      : expandLine(line, quote, isNew ? history : undefined);
    quote = found.quote;
    onlyShown ||= found.onlyShown;
    if (isNew) made.push(found.line);
    at += line.length + 1;
  }
  return { line: made.join('\n'), onlyShown };
}

/** Whether the line at a position is one of a here-document's. */
function documentsIn(text: string): (at: number) => boolean {
  if (!text.includes('<<')) return () => false;
  const all = hereDocuments(parse(text).commands).map(({ pos, closing }) => {
    const end = closing?.end ?? Infinity;
    return { start: text.indexOf('\n', pos) + 1, end };
  });
  return (at) => all.some(({ start, end }) => start > 0 && at >= start && at < end);
}

/** Expands a line that begins within `quote`, or only finds the quote that it ends in. */
function expandLine(line: string, begun: string, history: readonly string[] | undefined): Expanded & { quote: string } {
  let [made, left, quote] = ['', line, begun];
  let onlyShown = false;
  while (left !== '') {
    if (quote === '' && left.startsWith('#') && /^[\s;&|()<>]?$/.test(made.slice(-1))) break;
    const inside = quote === "'" ? /^[^']+/.exec(left)?.[0] : undefined;
    const plain = inside ?? /^(?:[^!'"\\$[#]|\\[\s\S]?|\$'(?:\\[\s\S]|[^'\\])*'|\$!|\$\{!|\$|\[!|\[)+/.exec(left)?.[0];
    // Not an event: before a blank, `=`, `(` or the end of double quotes.
    const mark = /^!(?=$|[\s=(]|"(?:[^"]*$|[^"]))/.exec(left)?.[0];
    const skipped = plain ?? mark;
    if (skipped !== undefined || !history || !left.startsWith('!')) {
      const text = skipped ?? left.charAt(0);
      if (text === quote) quote = '';
      else if (quote === '' && (text === '"' || text === "'")) quote = text;
      made += text;
      left = left.slice(text.length);
      continue;
    }
    const found = designated(left, history);
    made += found.text;
    left = left.slice(found.length);
    onlyShown ||= found.onlyShown;
  }
  return { line: made + left, onlyShown, quote };
}

/** The text that the designator at the start of `text` stands for, and how long the designator is. */
function designated(text: string, history: readonly string[]): { text: string; length: number; onlyShown: boolean } {
  const event = EVENT.exec(text);
  const [all = '!', number, inside, start] = event ?? [];
  const found = event && eventOf(history, number, inside, start);
  if (found === undefined || found === null)
    throw new HistoryError(`${event ? all : (/^![^\s:;]*/.exec(text)?.[0] ?? text)}: event not found`);
  let length = all.length;
  let made = found;
  const words = WORDS.exec(text.slice(length));
  if (words) {
    made = wordsOf(found, words[1] ?? words[2] ?? '', inside);
    length += words[0].length;
  }
  let onlyShown = false;
  for (let next = MODIFIER.exec(text.slice(length)); next; next = MODIFIER.exec(text.slice(length))) {
    const [whole, letter, global, , old = '', by = ''] = next;
    if (letter === 'p') onlyShown = true;
    else made = letter === undefined ? substituted(made, old, by, global === 'g') : modified(made, letter);
    length += whole.length;
  }
  return { text: made, length, onlyShown };
}

function eventOf(history: readonly string[], number?: string, inside?: string, start?: string): string | undefined {
  if (number !== undefined) return history.at(Number(number) < 0 ? Number(number) : Number(number) - 1);
  if (inside !== undefined) return history.findLast((line) => line.includes(inside));
  if (start !== undefined) return history.findLast((line) => line.startsWith(start));
  return history.at(-1);
}

/** The words of a line that a designator such as `1`, `$` or `2-3` names. */
function wordsOf(line: string, which: string, inside: string | undefined): string {
  const words = line.match(/(?:[^\s'"\\;&|<>()]|\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*")+|[;&|<>()]+/g) ?? [];
  const last = words.length - 1;
  const at = (text: string): number => (text === '$' ? last : text === '^' ? 1 : Number(text));
  if (which === '%') return words.find((word) => inside !== undefined && word.includes(inside)) ?? '';
  const [, from = '', dash = '', to = ''] = /^(\d+|[$^]|)([-*]?)(\d+|\$|)$/.exec(which) ?? [];
  const first = from === '' ? (dash === '-' ? 0 : 1) : at(from);
  const end = dash === '' ? first : to !== '' ? at(to) : dash === '*' ? last : last - 1;
  if (first > last && dash === '') throw new HistoryError(`:${which}: bad word specifier`);
  return words.slice(first, end + 1).join(' ');
}

function substituted(text: string, old: string, by: string, everywhere: boolean): string {
  if (!text.includes(old)) throw new HistoryError(`:s/${old}/${by}/: substitution failed`);
  const put = by.replaceAll(/\\?&/g, (mark) => (mark === '&' ? old : '&'));
  return everywhere ? text.replaceAll(old, () => put) : text.replace(old, () => put);
}

function modified(text: string, letter: string): string {
  switch (letter) {
    case 'h':
      return text.replace(/\/[^/]*$/, '');
    case 't':
      return text.replace(/^.*\//s, '');
    case 'r':
      return text.replace(/\.[^./]*$/, '');
    case 'e':
      return /\.[^./]*$/.exec(text)?.[0] ?? '';
    default:
      return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  }
}
