import { encode } from '../../../bytes-text';
import { unescapeAnsi } from '../language/parameter-operations';
import { quoteWord } from '../language/quote-value';
import { longDouble, type LongDouble } from './long-double';
import { strftime } from './strftime';

export interface Formatted {
  text: string;
  /** Errors in the format or the arguments, and how much of the text stood before each. */
  problems: { message: string; at: number }[];
}

/** Thrown by `\c`: no more output. */
class Stop extends Error {}

const DIRECTIVE =
  /%(?:%|([-+ 0#']*)(\*|\d+)?(?:\.(\*|-?\d+)?)?(?:\(([^)]*)\)T|(?:hh|h|ll|l|q|L|j|z|t)?((?![hlLjzt])[a-zA-Z])))/;

/** What `printf` prints: the format is repeated as long as there are arguments. */
export function formatPrintf(format: string, args: readonly string[], zone: string): Formatted {
  const state = new Formatter(zone, args);
  try {
    do state.once(format);
    while (state.left > 0 && state.usedSome);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return { text: state.text, problems: state.problems };
}

class Formatter {
  text = '';
  readonly problems: Formatted['problems'] = [];
  usedSome = false;
  private used = 0;

  constructor(
    private readonly zone: string,
    private readonly args: readonly string[],
  ) {}

  get left(): number {
    return this.args.length - this.used;
  }

  private complain(message: string): void {
    this.problems.push({ message, at: this.text.length });
  }

  once(format: string): void {
    this.usedSome = false;
    let rest = format;
    while (rest !== '') {
      const at = rest.search(/[%\\]/);
      if (at < 0) {
        this.text += rest;
        return;
      }
      this.text += rest.slice(0, at);
      rest = rest.slice(at);
      const found = rest.startsWith('%') ? DIRECTIVE.exec(rest) : null;
      if (rest.startsWith('\\')) rest = this.escape(rest);
      else if (found?.index === 0) {
        this.directive(found);
        rest = rest.slice(found[0].length);
      } else {
        const [start, char] = /^%[-+ 0#']*(?:\*|\d+)?(?:\.(?:\*|-?\d+)?)?(?:hh|ll|[hlLjzt])?([^]?)/.exec(rest) ?? [
          rest,
          '',
        ];
        this.complain(char ? `\`${char}': invalid format character` : `\`${start}': missing format character`);
        throw new Stop();
      }
    }
  }

  private escape(rest: string): string {
    const found = /^\\(?:[abeEfnrtv\\"'?]|0?[0-7]{1,3}|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8})/.exec(rest);
    this.text += found ? unescapeAnsi(found[0]) : rest.slice(0, 1);
    return rest.slice(found?.[0].length ?? 1);
  }

  private next(): string | undefined {
    this.usedSome = true;
    return this.args[this.used++];
  }

  private directive([all, flags = '', width, precision, time, letter = 's']: RegExpExecArray): void {
    if (all === '%%') {
      this.text += '%';
      return;
    }
    let wide = width === '*' ? this.integer(this.next()) : BigInt(width ?? 0);
    const left = flags.includes('-') || wide < 0n;
    if (wide < 0n) wide = -wide;
    const exact =
      all.includes('.') && time === undefined
        ? Number(precision === '*' ? this.integer(this.next()) : (precision ?? 0))
        : undefined;
    const spec: Spec = { flags, exact: exact !== undefined && exact < 0 ? undefined : exact, letter };
    const made = time === undefined ? this.conversion(spec) : this.time(time);
    const size = Number(wide);
    const zero =
      flags.includes('0') &&
      !left &&
      /[diouxXeEfFgGaA]/.test(letter) &&
      (exact === undefined || /[eEfFgGaA]/.test(letter));
    // Widths count bytes.
    const { length } = encode(made);
    if (length >= size) this.text += made;
    else if (left) this.text += made + ' '.repeat(size - length);
    else if (zero && !/n/i.test(made)) {
      const sign = /^[-+ ]?(?:0[xX])?/.exec(made)?.[0] ?? '';
      this.text += sign + '0'.repeat(size - length) + made.slice(sign.length);
    } else this.text += ' '.repeat(size - length) + made;
  }

  private conversion({ flags, exact, letter }: Spec): string {
    switch (letter) {
      case 's':
        return limit(this.next() ?? '', exact);
      case 'b':
        return limit(this.escaped(this.next() ?? ''), exact);
      case 'Q':
        return quoteWord(limit(this.next() ?? '', exact));
      case 'q':
        return limit(quoteWord(this.next() ?? ''), exact);
      case 'c':
        return Array.from(this.next() ?? '')[0] ?? '\0';
      case 'd':
      case 'i':
        return signed(this.integer(this.next()), flags, exact);
      case 'o':
      case 'u':
      case 'x':
      case 'X':
        return unsigned(this.integer(this.next(), true), letter, flags, exact);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        return this.float(letter, flags, exact);
      default:
        this.complain(`\`${letter}': invalid format character`);
        throw new Stop();
    }
  }

  /** Replaces the escapes of `%b`; `\c` ends all output. */
  private escaped(text: string): string {
    const stop = /(?<!\\)(?:\\\\)*\\c/.exec(text);
    const kept = stop ? text.slice(0, stop.index + stop[0].length - 2) : text;
    const made = unescapeAnsi(kept.replaceAll(/\\0([0-7]{1,3})/g, String.raw`\$1`));
    if (!stop) return made;
    this.text += made;
    throw new Stop();
  }

  private time(format: string): string {
    const argument = this.next();
    const seconds =
      argument === undefined || argument === '-1' || argument === '-2'
        ? Date.now() / 1000
        : Number(this.integer(argument));
    return strftime(format === '' ? '%X' : format, seconds * 1000, this.zone);
  }

  private integer(argument: string | undefined, isUnsigned = false): bigint {
    const whole = (argument ?? '').trimStart();
    if (/^['"]/.test(whole)) return BigInt(codeOf(whole));
    const text = whole.trimEnd();
    const found = /^([-+]?)(0[xX][\da-fA-F]+|0[0-7]*|[1-9]\d*)/.exec(text);
    const digits = found?.[2] ?? '0';
    if ((found?.[0] ?? '') !== text) {
      const octal = /^[-+]?0\d+$/.test(text);
      this.complain(`${text}: ${octal ? 'invalid octal number' : 'invalid number'}`);
    }
    const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits.toLowerCase());
    return clamped(found?.[1] === '-' ? -value : value, isUnsigned);
  }

  private float(letter: string, flags: string, exact: number | undefined): string {
    const argument = (this.next() ?? '').trim();
    const value = this.number(argument);
    return float(value, letter, flags, exact, longDouble(argument.replace(/^[-+]/, '')));
  }

  private number(argument: string): number {
    const text = argument;
    if (text === '') return 0;
    if (/^['"]/.test(text)) return codeOf(text);
    const found =
      /^[-+]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|inf(?:inity)?|nan)/i.exec(text)?.[0] ?? '';
    if (found !== text) this.complain(`${text}: invalid number`);
    if (/inf/i.test(found)) return found.startsWith('-') ? -Infinity : Infinity;
    return Number(found.replace(/^\+/, '') || '0');
  }
}

/** The number of the character after a quote. A byte that is no text stands for itself. */
function codeOf(text: string): number {
  const code = text.codePointAt(1) ?? 0;
  return code >= 0xdc80 && code <= 0xdcff ? code & 0xff : code;
}

/** Clamps a number to the range of 64 bits. */
function clamped(value: bigint, isUnsigned: boolean): bigint {
  const most = isUnsigned ? 2n ** 64n - 1n : 2n ** 63n - 1n;
  const least = -(2n ** 63n);
  return BigInt.asIntN(64, value > most ? most : value < least ? least : value);
}

interface Spec {
  flags: string;
  exact: number | undefined;
  letter: string;
}

const limit = (text: string, exact: number | undefined): string =>
  exact === undefined ? text : Array.from(text).slice(0, exact).join('');

const sign = (negative: boolean, flags: string): string =>
  negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';

const signed = (value: bigint, flags: string, exact: number | undefined): string =>
  sign(value < 0n, flags) + String(value < 0n ? -value : value).padStart(exact ?? 0, '0');

function unsigned(value: bigint, letter: string, flags: string, exact: number | undefined): string {
  const base = letter === 'o' ? 8 : letter === 'u' ? 10 : 16;
  const digits = BigInt.asUintN(64, value)
    .toString(base)
    .padStart(exact ?? 0, '0');
  const marked =
    flags.includes('#') && value !== 0n
      ? letter === 'o'
        ? `0${digits}`
        : base === 16
          ? `0x${digits}`
          : digits
      : digits;
  return letter === 'X' ? marked.toUpperCase() : marked;
}

/** A number as C's `%e`, `%f` and `%g` write it. `digits`: its absolute value, possibly more precise than `value`. */
export function float(value: number, letter: string, flags = '', exact = 6, digits?: Digits): string {
  const before = sign(value < 0 || Object.is(value, -0), flags);
  const size = Math.abs(value);
  if (!Number.isFinite(size)) return before + (Number.isNaN(size) ? 'nan' : 'inf');
  const kind = letter.toLowerCase();
  const written = digits ?? {
    fixed: (places: number) => fixed(size, places),
    exponent: (places: number) => exponent(size, places),
  };
  const made =
    kind === 'f' ? written.fixed(exact) : kind === 'e' ? written.exponent(exact) : general(written, exact || 1, flags);
  return before + (letter === letter.toUpperCase() ? made.toUpperCase() : made);
}

type Digits = LongDouble;

/** Like `toFixed`, but never with an exponent, to which that switches from 1e21 on. */
function fixed(size: number, exact: number): string {
  if (size < 1e21) return middleToEven(size.toFixed(Math.min(exact, 100)), size.toFixed(Math.min(exact + FINER, 100)));
  return BigInt(size).toString() + (exact > 0 ? `.${'0'.repeat(exact)}` : '');
}

const FINER = 25;

/** C rounds a tie to an even digit, JavaScript up. `finer`: the same number with more digits. */
function middleToEven(rounded: string, finer: string): string {
  const tail = finer.slice(-FINER);
  const cut = finer.slice(0, -FINER).replace(/\.$/, '');
  return /^50*$/.test(tail) && /[02468]$/.test(cut) ? cut : rounded;
}

function exponent(size: number, exact: number): string {
  const digits = Math.min(exact, 100);
  const [mantissa = '', power = ''] = size.toExponential(digits).split('e');
  const [finer = ''] = size.toExponential(Math.min(digits + FINER, 100)).split('e');
  return `${middleToEven(mantissa, finer)}e${power.replace(/^([-+])(\d)$/, '$10$2')}`;
}

function general(size: Digits, exact: number, flags: string): string {
  const power = Number(size.exponent(exact - 1).split('e')[1]);
  const plain = power >= -4 && power < exact;
  const made = plain ? size.fixed(Math.max(0, exact - 1 - power)) : size.exponent(exact - 1);
  if (flags.includes('#')) return made;
  return plain ? (made.includes('.') ? made.replace(/\.?0+$/, '') : made) : made.replace(/\.?0*e/, 'e');
}
