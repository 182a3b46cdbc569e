import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';
import type { CHash } from '@noble/hashes/utils.js';

/** Each algorithm by its listed name, with its other names in OpenSSL. */
const ALGORITHMS: Readonly<Record<string, readonly [algorithm: CHash, ...names: string[]]>> = {
  md5: [md5, 'rsa-md5', 'ssl3-md5'],
  sha1: [sha1, 'sha-1', 'rsa-sha1', 'ssl3-sha1'],
  sha224: [sha224, 'sha-224', 'sha2-224', 'rsa-sha224'],
  sha256: [sha256, 'sha-256', 'sha2-256', 'rsa-sha256'],
  sha384: [sha384, 'sha-384', 'sha2-384', 'rsa-sha384'],
  sha512: [sha512, 'sha-512', 'sha2-512', 'rsa-sha512'],
  'sha512-224': [sha512_224, 'sha-512/224', 'sha2-512/224', 'rsa-sha512/224'],
  'sha512-256': [sha512_256, 'sha-512/256', 'sha2-512/256', 'rsa-sha512/256'],
  'sha3-224': [sha3_224, 'rsa-sha3-224'],
  'sha3-256': [sha3_256, 'rsa-sha3-256'],
  'sha3-384': [sha3_384, 'rsa-sha3-384'],
  'sha3-512': [sha3_512, 'rsa-sha3-512'],
  shake128: [shake128],
  shake256: [shake256],
  blake2b512: [blake2b],
  blake2s256: [blake2s],
  ripemd160: [ripemd160, 'ripemd', 'rmd160', 'rsa-ripemd160'],
};

const byName = new Map(
  Object.entries(ALGORITHMS).flatMap(([name, [algorithm, ...others]]) =>
    [name, ...others].map((known) => [known, algorithm] as const),
  ),
);

export const getHashes = (): string[] => Object.keys(ALGORITHMS);

/** The algorithm with that name, in any case. */
export const algorithmOf = (name: string): CHash | undefined => byName.get(name.toLowerCase());

/** Like `algorithmOf`, for callers without an error of their own. Throws `ERR_CRYPTO_INVALID_DIGEST`. */
export function needAlgorithm(name: string): CHash {
  const found = algorithmOf(name);
  if (found) return found;
  throw Object.assign(new TypeError(`Invalid digest: ${name}`), { code: 'ERR_CRYPTO_INVALID_DIGEST' });
}
