import { hkdf } from '@noble/hashes/hkdf.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { isProbablePrime } from 'micro-rsa-dsa-dh/primality.js';
import { crypto } from '../../native';
import { needAlgorithm } from './algorithms';
import { bigOf, bytesOf, bytesOfBig, copied } from './bytes';
import { cryptoError } from './failures';
import { job } from './job';
import { KeyObjectHandle, secretBytes } from './key-object';
import { randomPrime } from './primes';

/** Maximum bytes that a browser returns at once. */
const QUOTA_BYTES = 65_536;
const PRIME_ROUNDS = 20;

/** Fills memory with random bytes from the browser. */
export function randomize(bytes: Uint8Array): Uint8Array {
  // Browsers do not fill shared memory directly.
  for (let at = 0; at < bytes.byteLength; at += QUOTA_BYTES)
    bytes.set(crypto.getRandomValues(new Uint8Array(Math.min(QUOTA_BYTES, bytes.byteLength - at))), at);
  return bytes;
}

const number = (value: unknown): number => Number(value);

function checkScrypt(N: number, r: number, p: number, most: number): void {
  const code = 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS';
  if (N < 2 || (N & (N - 1)) !== 0) throw cryptoError(RangeError, code, 'Invalid scrypt params');
  if (128 * r * (N + 2 + p) > most)
    throw cryptoError(
      RangeError,
      code,
      'Invalid scrypt params: error:030000AC:digital envelope routines::memory limit exceeded',
    );
}

/** Random values, and keys derived from passwords and other keys. */
export const derivations = {
  RandomBytesJob: job((target, offset, size) => () => {
    randomize(bytesOf(target).subarray(number(offset), number(offset) + number(size)));
  }),
  RandomPrimeJob: job((bits, safe, add, rem) => () => {
    const step =
      add === undefined ? undefined : { add: bigOf(bytesOf(add)), rem: rem === undefined ? 1n : bigOf(bytesOf(rem)) };
    return copied(bytesOfBig(randomPrime(number(bits), { safe: safe === true, step }), Math.ceil(number(bits) / 8)));
  }),
  CheckPrimeJob: job((candidate) => () => isProbablePrime(bigOf(bytesOf(candidate)), PRIME_ROUNDS)),
  SecretKeyGenJob: job((bits) => () => {
    const handle = new KeyObjectHandle();
    handle.secret = randomize(new Uint8Array(Math.floor(number(bits) / 8)));
    return handle;
  }),
  PBKDF2Job: job((password, salt, iterations, length, digest) => {
    const algorithm = needAlgorithm(String(digest));
    const [c, dkLen] = [number(iterations), number(length)];
    return () =>
      dkLen === 0 ? new ArrayBuffer(0) : copied(pbkdf2(algorithm, bytesOf(password), bytesOf(salt), { c, dkLen }));
  }),
  ScryptJob: job((password, salt, cost, blockSize, parallelization, most, length) => {
    const [N, r, p, maxmem, dkLen] = [cost, blockSize, parallelization, most, length].map(number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    checkScrypt(N, r, p, maxmem);
    return () =>
      dkLen === 0 ? new ArrayBuffer(0) : copied(scrypt(bytesOf(password), bytesOf(salt), { N, r, p, dkLen, maxmem }));
  }),
  HKDFJob: job((digest, key, salt, info, length) => {
    const algorithm = needAlgorithm(String(digest));
    const dkLen = number(length);
    if (dkLen > 255 * algorithm.outputLen)
      throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
    return () =>
      dkLen === 0 ? new ArrayBuffer(0) : copied(hkdf(algorithm, secretBytes(key), bytesOf(salt), bytesOf(info), dkLen));
  }),
};
