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

/** Replaces `!!`, `!$`, `!name:1`, `^old^new` and the like by what they stand for. Throws `HistoryError`. */
export function expandHistory(line: string, history: readonly string[]): Expanded {
  const [, old, by, rest = ''] = QUICK.exec(line) ?? [];
  if (old !== undefined && by !== undefined) {
    const last = history.at(-1) ?? '';
    if (!last.includes(old)) throw new HistoryError(`:s${line}: substitution failed`);
    return { line: last.replace(old, () => by) + rest, onlyShown: false };
  }
  let made = '';
  let left = line;
  let onlyShown = false;
  let quoted = false;
  while (left !== '') {
    const plain = /^(?:[^!'"\\$[]|\\[\s\S]?|\$'(?:\\[\s\S]|[^'\\])*'|\$!|\$\{!|\$|\[!|\[)+/.exec(left)?.[0];
    const single = quoted ? undefined : /^'[^']*(?:'|$)/.exec(left)?.[0];
    // Not an event: before a blank, `=`, `(` or the end of double quotes.
    const mark = /^!(?=$|[\s=(]|"(?:[^"]*$|[^"]))/.exec(left)?.[0];
    const skipped = plain ?? single ?? mark;
    if (skipped !== undefined || !left.startsWith('!')) {
      const text = skipped ?? left.charAt(0);
      if (text === '"') quoted = !quoted;
      made += text;
      left = left.slice(text.length);
      continue;
    }
    const found = designated(left, history);
    made += found.text;
    left = left.slice(found.length);
    onlyShown ||= found.onlyShown;
  }
  return { line: made, onlyShown };
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
