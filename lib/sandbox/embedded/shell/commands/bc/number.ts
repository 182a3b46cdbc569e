import { CommandFailure } from '../context';

/** A decimal number of any length: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { digits: 0n, scale: 0 };
export const ONE: Decimal = { digits: 1n, scale: 0 };

const ten = (power: number): bigint => 10n ** BigInt(power);

export const whole = (value: number | bigint): Decimal => ({ digits: BigInt(value), scale: 0 });

/** The number with `to` digits after the point; extra digits are cut off. */
export const scaled = ({ digits, scale }: Decimal, to: number): Decimal => ({
  digits: to >= scale ? digits * ten(to - scale) : digits / ten(scale - to),
  scale: to,
});

export const toBigInt = (value: Decimal): bigint => scaled(value, 0).digits;
export const negated = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale });

export function added(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: scaled(a, scale).digits + scaled(b, scale).digits, scale };
}

export const compared = (a: Decimal, b: Decimal): number =>
  Number(added(a, negated(b)).digits > 0n) - Number(added(a, negated(b)).digits < 0n);

export const multiplied = (a: Decimal, b: Decimal, scale: number): Decimal =>
  scaled(
    { digits: a.digits * b.digits, scale: a.scale + b.scale },
    Math.min(a.scale + b.scale, Math.max(scale, a.scale, b.scale)),
  );

export function divided(a: Decimal, b: Decimal, scale: number): Decimal {
  if (b.digits === 0n) throw new CommandFailure('Divide by zero');
  const shift = scale + b.scale - a.scale;
  const [top, bottom] = shift >= 0 ? [a.digits * ten(shift), b.digits] : [a.digits, b.digits * ten(-shift)];
  return { digits: top / bottom, scale };
}

export function remainder(a: Decimal, b: Decimal, scale: number): Decimal {
  if (b.digits === 0n) throw new CommandFailure('Modulo by zero');
  const quotient = divided(a, b, scale);
  const product = { digits: quotient.digits * b.digits, scale: quotient.scale + b.scale };
  return scaled(added(a, negated(product)), Math.max(scale + b.scale, a.scale));
}

/** A larger exponent would need more memory than there is. */
const MOST_EXPONENT = 1_000_000n;

export function raised(a: Decimal, b: Decimal, scale: number): Decimal {
  const power = toBigInt(b);
  if (power > MOST_EXPONENT || power < -MOST_EXPONENT) throw new CommandFailure('exponent too large in raise');
  const count = Number(power < 0n ? -power : power);
  const full = { digits: a.digits ** BigInt(count), scale: a.scale * count };
  if (power < 0n) return divided(ONE, full, scale);
  return scaled(full, Math.min(full.scale, Math.max(scale, a.scale)));
}

export function rooted(a: Decimal, scale: number): Decimal {
  if (a.digits < 0n) throw new CommandFailure('Square root of a negative number');
  const to = Math.max(scale, a.scale);
  const square = scaled(a, 2 * to).digits;
  let root = BigInt(Math.floor(Math.sqrt(Number(square)))) || 1n;
  if (Number(square) === Infinity) root = 10n ** BigInt(Math.ceil(String(square).length / 2));
  for (let last = 0n; last !== root;) {
    last = root;
    const next = (root + square / root) / 2n;
    if (next === root + 1n || next === root - 1n) {
      root = next * next <= square ? next : next - 1n;
      break;
    }
    root = next;
  }
  while (root * root > square) root--;
  while ((root + 1n) * (root + 1n) <= square) root++;
  return { digits: root, scale: to };
}

const DIGITS = '0123456789ABCDEF';

export function parsed(text: string, base: number): Decimal {
  const [before = '', after = ''] = text.split('.');
  if (base === 10 && !/[A-F]/.test(text)) return { digits: BigInt(`${before}${after}` || '0'), scale: after.length };
  // In a number of several digits, a digit too large for the base counts as the base's highest.
  const value = (digit: string) => BigInt(Math.min(DIGITS.indexOf(digit), text.length === 1 ? 15 : base - 1));
  const top = Array.from(before + after).reduce((sum, digit) => sum * BigInt(base) + value(digit), 0n);
  return divided(whole(top), whole(BigInt(base) ** BigInt(after.length)), after.length);
}

/** Characters on a line before it continues on the next. */
const LINE = 69;

/** A number as bc prints it. */
export function printed(value: Decimal, base: number): string {
  const negative = value.digits < 0n;
  const digits = negative ? -value.digits : value.digits;
  const text = base === 10 ? decimalText(digits, value.scale) : inBase({ digits, scale: value.scale }, BigInt(base));
  const signed = `${negative ? '-' : ''}${text}`;
  return signed.length <= LINE ? signed : signed.replaceAll(new RegExp(`.{${LINE - 1}}(?=.)`, 'g'), '$&\\\n');
}

function decimalText(digits: bigint, scale: number): string {
  if (digits === 0n) return '0';
  const text = String(digits).padStart(scale + 1, '0');
  const before = text.slice(0, text.length - scale).replace(/^0$/, scale > 0 ? '' : '0');
  return scale > 0 ? `${before}.${text.slice(text.length - scale)}` : before;
}

function inBase({ digits, scale }: Decimal, base: bigint): string {
  const width = base > 16n ? String(base - 1n).length : 0;
  const shown = (digit: bigint) =>
    width > 0 ? ` ${String(digit).padStart(width, '0')}` : (DIGITS[Number(digit)] ?? '');
  let before = '';
  for (let rest = digits / ten(scale); rest > 0n; rest /= base) before = shown(rest % base) + before;
  if (scale === 0) return before || '0';
  let after = '';
  let fraction = digits % ten(scale);
  for (let unit = 1n; unit < ten(scale); unit *= base) {
    fraction *= base;
    after += shown(fraction / ten(scale));
    fraction %= ten(scale);
  }
  return digits === 0n ? '0' : `${before}.${after}`;
}
