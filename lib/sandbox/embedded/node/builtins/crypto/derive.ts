import { Buffer } from 'buffer';
import { hkdf } from '@noble/hashes/hkdf.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { outOfRange } from '../../argument-errors';
import type { Guest } from '../../guest';
import { needAlgorithm } from './algorithms';
import { callbackOf, integerOf, MOST_BYTES, secretOf, textArgument } from './arguments';

/** Checks the arguments; what it gives does the work. */
type Prepare = (...args: readonly unknown[]) => () => Uint8Array;

const NOTHING = new Uint8Array();
const MOST_INFO_BYTES = 1024;
const HKDF_KINDS = 'ArrayBuffer, TypedArray, DataView, or Buffer';
const MOST_COST = 2 ** 32 - 1;
const DEFAULT_MEMORY_BYTES = 32 * 2 ** 20;

const preparePbkdf2: Prepare = (password, salt, iterations, keyLength, digest) => {
  const name = textArgument('digest', digest);
  const secrets = [secretOf('password', password), secretOf('salt', salt)] as const;
  const c = integerOf('iterations', iterations, 1, MOST_BYTES);
  const dkLen = integerOf('keylen', keyLength, 0, MOST_BYTES);
  const algorithm = needAlgorithm(name);
  return () => (dkLen === 0 ? NOTHING : pbkdf2(algorithm, ...secrets, { c, dkLen }));
};

const prepareScrypt: Prepare = (password, salt, keyLength, options) => {
  const secrets = [secretOf('password', password), secretOf('salt', salt)] as const;
  const dkLen = integerOf('keylen', keyLength, 0, MOST_BYTES);
  const N = scryptOption(options, ['N', 'cost'], MOST_COST, 16_384);
  const r = scryptOption(options, ['r', 'blockSize'], MOST_COST, 8);
  const p = scryptOption(options, ['p', 'parallelization'], MOST_COST, 1);
  const maxmem = scryptOption(options, ['maxmem'], Number.MAX_SAFE_INTEGER, DEFAULT_MEMORY_BYTES);
  const isPowerOfTwo = N > 1 && (N & (N - 1)) === 0;
  if (!isPowerOfTwo || 128 * r * (N + 2 + p) > maxmem) {
    throw Object.assign(new RangeError('Invalid scrypt params'), { code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS' });
  }
  return () => (dkLen === 0 ? NOTHING : scrypt(...secrets, { N, r, p, dkLen, maxmem }));
};

const prepareHkdf: Prepare = (digest, key, salt, info, keyLength) => {
  const name = textArgument('digest', digest);
  const secrets = [
    secretOf('ikm', key, `SecretKeyObject, ${HKDF_KINDS}`),
    secretOf('salt', salt, HKDF_KINDS),
    secretOf('info', info, HKDF_KINDS),
  ] as const;
  const length = integerOf('length', keyLength, 0, 2 ** 32);
  if (secrets[2].length > MOST_INFO_BYTES)
    throw outOfRange('info', `must not contain more than ${MOST_INFO_BYTES} bytes`, secrets[2].length);
  const algorithm = needAlgorithm(name);
  if (length > 255 * algorithm.outputLen)
    throw Object.assign(new RangeError('Invalid key length'), { code: 'ERR_CRYPTO_INVALID_KEYLEN' });
  return () => (length === 0 ? NOTHING : hkdf(algorithm, ...secrets, length));
};

/** An option by either of its names; 0 stands for the default. */
function scryptOption(options: unknown, names: readonly string[], most: number, otherwise: number): number {
  const given = names.flatMap((name) => {
    const value: unknown = Reflect.get(Object(options), name);
    return value === undefined ? [] : [integerOf(name, value, 0, most)];
  });
  if (given.length > 1) {
    throw Object.assign(new Error('Invalid scrypt parameter'), { code: 'ERR_CRYPTO_SCRYPT_INVALID_PARAMETER' });
  }
  return given[0] || otherwise;
}

type Give = (bytes: Uint8Array) => unknown;

const memory: Give = (bytes) => bytes.slice().buffer;

/** The functions of `node:crypto` that make keys of passwords, and of other keys. */
export function makeDerive({ loop }: Pick<Guest, 'loop'>) {
  const sync =
    (prepare: Prepare, give: Give = Buffer.from) =>
    (...args: readonly unknown[]) =>
      give(prepare(...args)());
  const later =
    (prepare: Prepare, give: Give = Buffer.from) =>
    (...args: readonly unknown[]): void => {
      const work = prepare(...args.slice(0, -1));
      const done = callbackOf(args.at(-1));
      loop.globals.setImmediate(() => done(null, give(work())));
    };
  return {
    pbkdf2Sync: sync(preparePbkdf2),
    pbkdf2: later(preparePbkdf2),
    scryptSync: sync(prepareScrypt),
    scrypt: later(prepareScrypt),
    hkdfSync: sync(prepareHkdf, memory),
    hkdf: later(prepareHkdf, memory),
  };
}
