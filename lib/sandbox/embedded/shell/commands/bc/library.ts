import { CommandFailure } from '../context';
import {
  added,
  compared,
  divided,
  multiplied,
  negated,
  ONE,
  rooted,
  scaled,
  toBigInt,
  whole,
  type Decimal,
} from './number';

/** Extra digits used in calculations beyond those shown. */
const SPARE = 12;

const halved = (x: Decimal, scale: number): Decimal => divided(x, whole(2), scale);

/** Adds terms until they are too small to matter. */
function series(first: Decimal, next: (term: Decimal, step: number) => Decimal, scale: number): Decimal {
  let [sum, term] = [first, first];
  for (let step = 1; term.digits !== 0n; step++) {
    term = next(term, step);
    sum = added(sum, term);
  }
  return scaled(sum, scale);
}

function exponential(x: Decimal, scale: number): Decimal {
  if (x.digits < 0n) return divided(ONE, exponential(negated(x), scale + SPARE), scale);
  let [halvings, small] = [0, x];
  const work = scale + SPARE + Number(toBigInt(x) / 2n) + 20;
  for (small = scaled(x, work); compared(small, ONE) > 0; halvings++) small = halved(small, work);
  let result = series(
    scaled(ONE, work),
    (term, step) => divided(multiplied(term, small, work), whole(step), work),
    work,
  );
  for (; halvings > 0; halvings--) result = multiplied(result, result, work);
  return scaled(result, scale);
}

function logarithm(x: Decimal, scale: number): Decimal {
  if (x.digits <= 0n) return { digits: 1n - 10n ** BigInt(scale + scale), scale };
  const work = scale + SPARE;
  let [factor, near] = [1n, scaled(x, work + x.scale)];
  while (compared(near, whole(2)) >= 0 || compared(near, { digits: 5n, scale: 1 }) <= 0) {
    near = scaled(rooted(near, work * 2), work * 2);
    factor *= 2n;
  }
  const ratio = divided(added(near, negated(ONE)), added(near, ONE), work * 2);
  const square = multiplied(ratio, ratio, work * 2);
  let [power, sum] = [ratio, ratio];
  for (let step = 3; power.digits !== 0n; step += 2) {
    power = scaled(multiplied(power, square, work * 2), work * 2);
    sum = added(sum, divided(power, whole(step), work * 2));
  }
  return scaled({ digits: sum.digits * 2n * factor, scale: sum.scale }, scale);
}

function sine(x: Decimal, scale: number): Decimal {
  const work = scale + SPARE + String(toBigInt(x)).length;
  const pi = { ...multiplied(whole(4), arctangent(ONE, work), work) };
  const turns = toBigInt(divided(x, pi, 0));
  const rest = scaled(added(x, negated(multiplied(whole(turns), pi, work))), work);
  const square = scaled(multiplied(rest, rest, work), work);
  const value = series(
    rest,
    (term, step) =>
      divided(negated(scaled(multiplied(term, square, work), work)), whole(2 * step * (2 * step + 1)), work),
    work,
  );
  const signed = turns % 2n === 0n ? value : negated(value);
  // Rounded a few digits further on, so that 1 is not 0.999….
  const half = { digits: signed.digits < 0n ? -5n : 5n, scale: scale + 5 };
  return scaled(scaled(added(signed, half), scale + 4), scale);
}

function cosine(x: Decimal, scale: number): Decimal {
  const work = scale + SPARE;
  return sine(added(x, multiplied(whole(2), arctangent(ONE, work), work)), scale);
}

function arctangent(x: Decimal, scale: number): Decimal {
  if (x.digits < 0n) return negated(arctangent(negated(x), scale));
  const work = scale + SPARE;
  let [small, doublings] = [scaled(x, work), 0n];
  // Halves the angle until the series converges quickly.
  for (; compared(small, { digits: 1n, scale: 1 }) > 0; doublings++)
    small = divided(small, added(ONE, rooted(added(ONE, multiplied(small, small, work)), work)), work);
  const square = scaled(multiplied(small, small, work), work);
  let [power, sum] = [small, small];
  for (let step = 3; power.digits !== 0n; step += 2) {
    power = negated(scaled(multiplied(power, square, work), work));
    sum = added(sum, divided(power, whole(step), work));
  }
  return scaled({ digits: sum.digits * 2n ** doublings, scale: sum.scale }, scale);
}

/** The functions of `bc -l`. */
export const LIBRARY: ReadonlyMap<string, (x: Decimal, scale: number) => Decimal> = new Map([
  ['s', sine],
  ['c', cosine],
  ['a', arctangent],
  ['l', logarithm],
  ['e', exponential],
  [
    'j',
    () => {
      throw new CommandFailure('j(n,x) is not here');
    },
  ],
]);
