const BITS = 64n;

/** An absolute value as C's `long double`, which bash and GNU's printf calculate with: 64 bits of mantissa. */
export interface LongDouble {
  /** `1.50`, with `digits` digits after the point. */
  fixed(digits: number): string;
  /** `1.5e+00`, with `digits` digits after the point. */
  exponent(digits: number): string;
}

/** Parses an unsigned decimal number with an optional point and exponent; undefined if it is not one or too large. */
export function longDouble(text: string): LongDouble | undefined {
  const [, whole = '', part = '', power = '0'] = /^(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  if (whole + part === '' || Math.abs(Number(power)) > MOST_POWER) return undefined;
  const scale = Number(power) - part.length;
  const value = rounded(fraction(BigInt(whole + part), scale));
  return {
    fixed: (digits) => withPoint(divided(timesTen(value, digits)), digits),
    exponent: (digits) => exponential(value, digits),
  };
}

/** Maximum exponent: beyond it, the intermediate numbers become too long. */
const MOST_POWER = 400;

interface Fraction {
  over: bigint;
  under: bigint;
}

const fraction = (digits: bigint, power: number): Fraction =>
  power >= 0 ? { over: digits * 10n ** BigInt(power), under: 1n } : { over: digits, under: 10n ** BigInt(-power) };

const timesTen = ({ over, under }: Fraction, power: number): Fraction =>
  power >= 0 ? { over: over * 10n ** BigInt(power), under } : { over, under: under * 10n ** BigInt(-power) };

/** Rounds to the nearest whole number; a tie goes to the even one. */
function divided({ over, under }: Fraction): bigint {
  const below = over / under;
  const rest = (over % under) * 2n;
  return rest > under || (rest === under && below % 2n === 1n) ? below + 1n : below;
}

/** Rounds to the nearest number of `BITS` bits. */
function rounded({ over, under }: Fraction): Fraction {
  if (over === 0n) return { over, under };
  let shift = BITS - BigInt(over.toString(2).length - under.toString(2).length);
  const scaled = () => (shift >= 0n ? { over: over << shift, under } : { over, under: under << -shift });
  if (scaled().over / scaled().under >= 1n << BITS) shift -= 1n;
  const mantissa = divided(scaled());
  return shift >= 0n ? { over: mantissa, under: 1n << shift } : { over: mantissa << -shift, under: 1n };
}

function withPoint(value: bigint, digits: number): string {
  const text = String(value).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function exponential(value: Fraction, digits: number): string {
  let power = value.over === 0n ? 0 : String(value.over).length - String(value.under).length;
  let made = value.over === 0n ? '0'.repeat(digits + 1) : String(divided(timesTen(value, digits - power)));
  // The guess is sometimes one too high, and rounding can add a digit.
  for (let tries = 0; made.length !== digits + 1 && tries < 3; tries += 1) {
    power += made.length > digits + 1 ? 1 : -1;
    made = String(divided(timesTen(value, digits - power)));
  }
  const mantissa = digits === 0 ? made : `${made.slice(0, 1)}.${made.slice(1)}`;
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
