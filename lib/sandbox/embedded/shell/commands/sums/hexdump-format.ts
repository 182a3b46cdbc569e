import { formatPrintf } from '../../builtins/format';
import { CommandFailure } from '../context';
import { charCell, controlName, printable } from './characters';

/** One conversion of a format, with the text before it; without `letter`, the text at its end. */
interface Piece {
  readonly before: string;
  /** Flags, width and precision: `%-5.2`. */
  readonly shape: string;
  /** A letter of printf, or `_a`, `_A`, `_c`, `_p`, `_u` with what follows. */
  readonly letter: string;
  readonly size: number;
}

interface Unit {
  readonly pieces: readonly Piece[];
  readonly after: string;
  readonly bytes: number;
  readonly counted: boolean;
  count: number;
}

/** A format of `hexdump -e`, such as `16/1 "%02x " "\n"`. */
export type DumpFormat = readonly Unit[];

const bytesOf = (format: DumpFormat): number => format.reduce((sum, { count, bytes }) => sum + count * bytes, 0);

/** Parses formats, and fills each up to the longest by repeating its last unit. */
export function parseFormats(texts: readonly string[]): { formats: readonly DumpFormat[]; block: number } {
  const formats = texts.map(parseFormat);
  const block = Math.max(...formats.map(bytesOf));
  for (const format of formats) {
    const last = format.at(-1);
    if (last && !last.counted && last.bytes > 0) last.count += Math.floor((block - bytesOf(format)) / last.bytes);
  }
  return { formats, block };
}

const UNIT = /\s*(?:(\d+)?(?:\/(\d+))?\s*)"((?:\\.|[^"\\])*)"\s*/y;

function parseFormat(text: string): DumpFormat {
  const units: Unit[] = [];
  UNIT.lastIndex = 0;
  for (let at = 0; at < text.length; at = UNIT.lastIndex) {
    const found = UNIT.exec(text);
    if (!found) throw new CommandFailure(`bad format {${text}}`);
    const [, count, size, written = ''] = found;
    units.push(parseUnit(formatPrintf(written.replaceAll('%', '%%'), [], '').text, count, size));
  }
  return units;
}

const CONVERSION = /([^%]*)%([-+ #0]*\d*(?:\.\d+)?)(_[aA][dox]|_[cpu]|[a-zA-Z])/y;

function parseUnit(text: string, count: string | undefined, size: string | undefined): Unit {
  const pieces: Piece[] = [];
  let end = 0;
  CONVERSION.lastIndex = 0;
  for (let found = CONVERSION.exec(text); found; found = CONVERSION.exec(text)) {
    const [, before = '', shape = '', letter = ''] = found;
    pieces.push({ before, shape: `%${shape}`, letter, size: sizeOf(letter, shape, size) });
    end = CONVERSION.lastIndex;
  }
  if (text.indexOf('%', end) >= 0) throw new CommandFailure(`bad conversion character ${text.slice(end)}`);
  const bytes = pieces.length === 0 ? 0 : pieces.reduce((sum, piece) => sum + piece.size, 0);
  return { pieces, after: text.slice(end), bytes, counted: count !== undefined, count: Number(count ?? 1) };
}

function sizeOf(letter: string, shape: string, given: string | undefined): number {
  if (/^_[aA]/.test(letter)) return 0;
  if (letter.startsWith('_') || letter === 'c') return 1;
  if (letter === 's') return Number(/\.(\d+)/.exec(shape)?.[1] ?? given ?? 1);
  return Number(given ?? (/[eEfgG]/.test(letter) ? 8 : 4));
}

/** What a format makes of one block, which begins at `address`; blanks stand for what is past the end of the input. */
export function dumpBlock(format: DumpFormat, block: Uint8Array, address: number): string {
  let text = '';
  let at = 0;
  for (const { pieces, after, count } of format) {
    if (pieces.some(({ letter }) => letter.startsWith('_A'))) continue;
    for (let round = 1; round <= count; round += 1) {
      for (const { before, shape, letter, size } of pieces) {
        text += before;
        text +=
          size > 0 && at >= block.length
            ? ' '.repeat(Number(/\d+/.exec(shape)?.[0] ?? 0))
            : converted(shape, letter, block.subarray(at, at + size), size, address + at);
        at += size;
      }
      text += count > 1 && round === count && pieces.length > 0 ? after.trimEnd() : after;
    }
  }
  return text;
}

/** What is said once at the end: `%_Ax`. */
export const dumpEnd = (format: DumpFormat, address: number): string =>
  format
    .filter(({ pieces }) => pieces.some(({ letter }) => letter.startsWith('_A')))
    .map(({ pieces, after }) => {
      const said = pieces.map(({ before, shape, letter }) => before + converted(shape, letter, NONE, 0, address));
      return said.join('') + after;
    })
    .join('');

const NONE = new Uint8Array();

function converted(shape: string, letter: string, bytes: Uint8Array, size: number, address: number): string {
  const say = (kind: string, value: string): string => formatPrintf(shape + kind, [value], '').text;
  const [first = 0] = bytes;
  switch (letter) {
    case '_c':
      return say('s', charCell(first));
    case '_p':
      return say('s', printable(first));
    case '_u':
      // What `od` calls a new line is a line feed here.
      return say('s', first === 10 ? 'lf' : controlName(first));
    case 'c':
      return say('s', String.fromCharCode(first));
    case 's':
      return say('s', new TextDecoder('latin1').decode(bytes).replace(/\0.*/s, ''));
    default:
      if (letter.startsWith('_')) return say(letter.slice(-1), String(address));
      return say(letter, numberIn(bytes, size, letter));
  }
}

/** The number that bytes hold, the least first; bytes past the end of the input are 0. */
function numberIn(bytes: Uint8Array, size: number, letter: string): string {
  const whole = new Uint8Array(size);
  whole.set(bytes);
  const view = new DataView(whole.buffer);
  if (/[eEfgG]/.test(letter)) return String(size === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true));
  const value = whole.reduceRight((made, byte) => (made << 8n) | BigInt(byte), 0n);
  return String(/[di]/.test(letter) ? BigInt.asIntN(size * 8, value) : value);
}
