import type { Buffer } from './buffer';
import type { CommandText } from './command-text';
import { EdFailure } from './ed-failure';

/** The addresses before a command: the last two of them. */
export interface Addresses {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Looks for a pattern forwards or backwards from the current line. */
type Search = (pattern: string, step: 1 | -1) => number;

export function readAddresses(text: CommandText, buffer: Buffer, search: Search): Addresses {
  const found: number[] = [];
  for (;;) {
    const place = addressAt(text, buffer, search);
    text.skipBlanks();
    const separator = text.take(/[,;%]/y);
    if (separator === undefined) {
      if (place !== undefined) found.push(place);
      break;
    }
    const start = place ?? found.at(-1) ?? (separator === ';' ? buffer.current : Math.min(1, buffer.last));
    found.push(start);
    if (separator === ';') buffer.current = start;
    const next = addressAt(text, buffer, search);
    found.push(next ?? (place === undefined ? buffer.last : start));
    text.skipBlanks();
    if (!/[,;%]/.test(text.next)) break;
  }
  const [from = buffer.current, to = from] = found.slice(-2);
  return { from, to, count: Math.min(2, found.length) };
}

/** One address; undefined if there is none. Throws `EdFailure` if no line is there. */
function addressAt(text: CommandText, buffer: Buffer, search: Search): number | undefined {
  text.skipBlanks();
  let place = baseAt(text, buffer, search);
  for (;;) {
    text.skipBlanks();
    const step = text.take(/[+-][ \t]*\d+|[+-]/y) ?? (place === undefined ? undefined : text.take(/\d+/y));
    if (step === undefined) break;
    const number = /\d/.test(step) ? Number(step.replace(/[ \t]/g, '')) : Number(`${step}1`);
    place = (place ?? buffer.current) + number;
  }
  if (place !== undefined && (place < 0 || place > buffer.last)) throw new EdFailure('Invalid address');
  return place;
}

function baseAt(text: CommandText, buffer: Buffer, search: Search): number | undefined {
  const number = text.take(/\d+/y);
  if (number !== undefined) return Number(number);
  switch (text.next) {
    case '.':
      text.letter();
      return buffer.current;
    case '$':
      text.letter();
      return buffer.last;
    case "'":
      text.letter();
      return buffer.marked(text.letter());
    case '/':
    case '?': {
      const delimiter = text.letter();
      return search(text.expression(delimiter), delimiter === '/' ? 1 : -1);
    }
    default:
      return undefined;
  }
}
