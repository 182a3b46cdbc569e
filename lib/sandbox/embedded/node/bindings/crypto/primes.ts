import { isProbablePrime } from 'micro-rsa-dsa-dh/primality.js';
import { crypto } from '../../native';
import { bigOf } from './bytes';

/** Miller–Rabin rounds; a Lucas test follows. */
const ROUNDS = 4;

interface PrimeKind {
  /** Half of it, rounded down, must be prime as well. */
  safe?: boolean;
  /** Its remainder when divided by `add` must be `rem`. */
  step?: { add: bigint; rem: bigint } | undefined;
}

/** A random number of exactly that many bits; if there are more than two, its top two bits are set. */
export function randomBits(bits: number): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(bits / 8)));
  const top = BigInt.asUintN(bits, bigOf(bytes));
  return top | (1n << BigInt(bits - 1)) | (bits > 2 ? 1n << BigInt(bits - 2) : 0n);
}

/** A random prime of that many bits. */
export function randomPrime(bits: number, { safe = false, step }: PrimeKind = {}): bigint {
  if (bits === 2) return 3n;
  const stride = step?.add ?? (safe ? 4n : 2n);
  const rem = step?.rem ?? (safe ? 3n : 1n);
  for (;;) {
    const drawn = randomBits(bits);
    let candidate = drawn - (drawn % stride) + rem;
    // Testing neighbours is as good as drawing new candidates, and cheaper.
    for (let tries = 0; tries < bits * 4 && candidate >> BigInt(bits) === 0n; tries++, candidate += stride)
      if (isProbablePrime(candidate, ROUNDS) && (!safe || isProbablePrime(candidate >> 1n, ROUNDS))) return candidate;
  }
}
