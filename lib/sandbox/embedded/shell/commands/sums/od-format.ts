import { float } from '../../builtins/format';
import { CommandFailure } from '../context';
import { charCell, controlName } from './characters';

/** How `od` shows the bytes that make one field. */
export interface OdFormat {
  readonly size: number;
  readonly width: number;
  show(bytes: Uint8Array): string;
  /** Whether the characters follow at the end of a row. */
  readonly text: boolean;
}

const SIZES: Readonly<Record<string, number>> = { C: 1, S: 2, I: 4, L: 8 };
const FLOATS: Readonly<Record<string, number>> = { F: 4, D: 8, L: 16 };
/** By type, the digits that numbers of 1, 2, 4 and 8 bytes may have. */
const WIDTHS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  d: { 1: 4, 2: 6, 4: 11, 8: 20 },
  u: { 1: 3, 2: 5, 4: 10, 8: 20 },
  o: { 1: 3, 2: 6, 4: 11, 8: 22 },
  x: { 1: 2, 2: 4, 4: 8, 8: 16 },
  f: { 4: 15, 8: 24 },
};

const TYPE = /^([ac])()(z?)|^([duox])([CSIL]|\d*)(z?)|^(f)([FDL]|\d*)(z?)/;

/** The formats that a type string such as `x1z` names. Throws `Failure` if one is wrong. */
export function odFormats(types: string, big: boolean): OdFormat[] {
  const formats: OdFormat[] = [];
  for (let rest = types; rest !== '' || formats.length === 0;) {
    const [all, ...parts] = TYPE.exec(rest) ?? [];
    const [letter, given = '', text] = parts.filter((part) => part !== undefined);
    if (all === undefined || letter === undefined)
      throw new CommandFailure(`invalid character '${rest.charAt(0)}' in type string ‘${types}’`);
    formats.push(formatOf(types, letter, given, text === 'z', big));
    rest = rest.slice(all.length);
  }
  return formats;
}

function formatOf(types: string, letter: string, given: string, text: boolean, big: boolean): OdFormat {
  if (letter === 'a') return { size: 1, width: 3, text, show: ([byte = 0]) => controlName(byte & 127) };
  if (letter === 'c') return { size: 1, width: 3, text, show: ([byte = 0]) => charCell(byte) };
  const named = letter === 'f' ? FLOATS : SIZES;
  const size = given === '' ? (letter === 'f' ? 8 : 4) : (named[given] ?? Number(given));
  const width = WIDTHS[letter]?.[size];
  if (letter === 'f' && size === 16) throw new CommandFailure('-t fL is not here: use fD', 2);
  if (width === undefined)
    throw new CommandFailure(
      `invalid type string ‘${types}’;\nthis system doesn't provide a ${given}-byte ${letter === 'f' ? 'floating point' : 'integral'} type`,
    );
  const show = (bytes: Uint8Array): string => {
    const whole = new Uint8Array(size);
    whole.set(bytes);
    return shown(letter, big ? whole.reverse() : whole, width);
  };
  return { size, width, text, show };
}

/** A number, whose lowest byte comes first. */
function shown(letter: string, bytes: Uint8Array, width: number): string {
  if (letter === 'f') return floatText(bytes, bytes.length);
  const value = bytes.reduceRight((made, byte) => (made << 8n) | BigInt(byte), 0n);
  if (letter === 'd') return String(BigInt.asIntN(bytes.length * 8, value));
  if (letter === 'u') return String(value);
  return value.toString(letter === 'x' ? 16 : 8).padStart(width, '0');
}

/** A number with as few digits as tell it apart from its neighbours. */
function floatText(bytes: Uint8Array, size: number): string {
  const whole = new Uint8Array(size);
  whole.set(bytes.subarray(0, size));
  const view = new DataView(whole.buffer);
  const short = size === 4;
  const value = short ? view.getFloat32(0, true) : view.getFloat64(0, true);
  const isSmall = Math.abs(value) < (short ? 2 ** -126 : 2 ** -1022);
  for (let digits = isSmall ? 1 : short ? 6 : 15; ; digits += 1) {
    const text = float(value, 'g', '', digits);
    const read = short ? Math.fround(Number(text)) : Number(text);
    if (read === value || digits >= 17) return text;
  }
}
