/** Divisors up to here are tried one after the other. */
const SMALL = 1 << 16;

/** Steps between two calls of `pause`. */
const ROUND = 512;

/** The prime factors of a number, smallest first. `pause` is called now and then: a large number may take for ever. */
export async function primeFactors(number: bigint, pause: () => Promise<void>): Promise<bigint[]> {
  const found: bigint[] = [];
  let left = number;
  for (let by = 2n; by < SMALL && by * by <= left; by += by === 2n ? 1n : 2n) {
    if (by % BigInt(ROUND) === 1n) await pause();
    for (; left % by === 0n; left /= by) found.push(by);
  }
  const parts = left > 1n ? [left] : [];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const divisor = (await isPrime(part, pause)) ? undefined : await divisorOf(part, pause);
    if (divisor === undefined) found.push(part);
    else parts.push(divisor, part / divisor);
  }
  return found.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];

/** Up to here, no composite number passes the test with these witnesses. */
const SURE = 3_317_044_064_679_887_385_961_980n;

/** Further witnesses, by chance, for what is larger: a composite number passes with one in 2^40. */
const MORE = 20;

/** Miller and Rabin's test for a number without small divisors. */
async function isPrime(number: bigint, pause: () => Promise<void>): Promise<boolean> {
  if (number < BigInt(SMALL) ** 2n) return true;
  let odd = number - 1n;
  let twos = 0;
  for (; odd % 2n === 0n; odd /= 2n) twos += 1;
  const passes = async (witness: bigint): Promise<boolean> => {
    let power = await raised(witness, odd, number, pause);
    for (let at = 1; at < twos && power !== 1n && power !== number - 1n; at += 1) power = (power * power) % number;
    return power === 1n || power === number - 1n;
  };
  for (const witness of [...WITNESSES, ...(number > SURE ? byChance() : [])])
    if (!(await passes(witness))) return false;
  return true;
}

const byChance = (): bigint[] =>
  Array.from(crypto.getRandomValues(new BigUint64Array(MORE)), (value) => (value >> 1n) + 43n);

async function raised(base: bigint, exponent: bigint, modulus: bigint, pause: () => Promise<void>): Promise<bigint> {
  let [made, square] = [1n, base % modulus];
  for (let left = exponent; left > 0n; left >>= 1n) {
    await pause();
    if (left & 1n) made = (made * square) % modulus;
    square = (square * square) % modulus;
  }
  return made;
}

/** A divisor of a composite number, by Pollard's rho. */
async function divisorOf(number: bigint, pause: () => Promise<void>): Promise<bigint> {
  for (let step = 1n; ; step += 1n) {
    const next = (value: bigint): bigint => (value * value + step) % number;
    let [slow, fast, found] = [2n, 2n, 1n];
    while (found === 1n) {
      // One common divisor for many steps: it is what costs most.
      const [slowBefore, fastBefore] = [slow, fast];
      let product = 1n;
      for (let at = 0; at < ROUND; at += 1) {
        slow = next(slow);
        fast = next(next(fast));
        product = (product * (slow > fast ? slow - fast : fast - slow)) % number;
      }
      found = commonDivisor(product, number);
      if (found === number) {
        [slow, fast, found] = [slowBefore, fastBefore, 1n];
        while (found === 1n) {
          slow = next(slow);
          fast = next(next(fast));
          found = commonDivisor(slow > fast ? slow - fast : fast - slow, number);
        }
      }
      await pause();
    }
    if (found !== number) return found;
  }
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [large, small] = [b, a];
  while (small > 0n) [large, small] = [small, large % small];
  return large;
}
