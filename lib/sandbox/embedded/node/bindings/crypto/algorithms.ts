import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';
import type { CHash } from '@noble/hashes/utils.js';

/** Each algorithm by its name in lower case, with its other names in OpenSSL. */
const ALGORITHMS: Readonly<Record<string, readonly [algorithm: CHash, ...names: string[]]>> = {
  md5: [md5, 'rsa-md5', 'ssl3-md5', 'md5withrsaencryption'],
  sha1: [sha1, 'sha-1', 'rsa-sha1', 'rsa-sha1-2', 'ssl3-sha1', 'sha1withrsaencryption'],
  sha224: [sha224, 'sha-224', 'sha2-224', 'rsa-sha224', 'sha224withrsaencryption'],
  sha256: [sha256, 'sha-256', 'sha2-256', 'rsa-sha256', 'sha256withrsaencryption'],
  sha384: [sha384, 'sha-384', 'sha2-384', 'rsa-sha384', 'sha384withrsaencryption'],
  sha512: [sha512, 'sha-512', 'sha2-512', 'rsa-sha512', 'sha512withrsaencryption'],
  'sha512-224': [sha512_224, 'sha-512/224', 'sha2-512/224', 'rsa-sha512/224', 'sha512-224withrsaencryption'],
  'sha512-256': [sha512_256, 'sha-512/256', 'sha2-512/256', 'rsa-sha512/256', 'sha512-256withrsaencryption'],
  'sha3-224': [sha3_224, 'rsa-sha3-224', 'id-rsassa-pkcs1-v1_5-with-sha3-224'],
  'sha3-256': [sha3_256, 'rsa-sha3-256', 'id-rsassa-pkcs1-v1_5-with-sha3-256'],
  'sha3-384': [sha3_384, 'rsa-sha3-384', 'id-rsassa-pkcs1-v1_5-with-sha3-384'],
  'sha3-512': [sha3_512, 'rsa-sha3-512', 'id-rsassa-pkcs1-v1_5-with-sha3-512'],
  shake128: [shake128],
  shake256: [shake256],
  blake2b512: [blake2b],
  blake2s256: [blake2s],
  ripemd160: [ripemd160, 'ripemd', 'rmd160', 'rsa-ripemd160', 'ripemd160withrsa'],
};

const byName = new Map(
  Object.entries(ALGORITHMS).flatMap(([name, [algorithm, ...others]]) =>
    [name, ...others].map((known) => [known, algorithm] as const),
  ),
);

/** The names that OpenSSL lists, in its order and case. */
const LISTED =
  'RSA-MD5 RSA-RIPEMD160 RSA-SHA1 RSA-SHA1-2 RSA-SHA224 RSA-SHA256 RSA-SHA3-224 RSA-SHA3-256 RSA-SHA3-384 RSA-SHA3-512 RSA-SHA384 RSA-SHA512 RSA-SHA512/224 RSA-SHA512/256 RSA-SM3 blake2b512 blake2s256 id-rsassa-pkcs1-v1_5-with-sha3-224 id-rsassa-pkcs1-v1_5-with-sha3-256 id-rsassa-pkcs1-v1_5-with-sha3-384 id-rsassa-pkcs1-v1_5-with-sha3-512 md5 md5-sha1 md5WithRSAEncryption ripemd ripemd160 ripemd160WithRSA rmd160 sha1 sha1WithRSAEncryption sha224 sha224WithRSAEncryption sha256 sha256WithRSAEncryption sha3-224 sha3-256 sha3-384 sha3-512 sha384 sha384WithRSAEncryption sha512 sha512-224 sha512-224WithRSAEncryption sha512-256 sha512-256WithRSAEncryption sha512WithRSAEncryption shake128 shake256 sm3 sm3WithRSAEncryption ssl3-md5 ssl3-sha1';

/** Of these, the ones that exist here. */
export const getHashes = (): string[] => LISTED.split(' ').filter(algorithmOf);

/** The algorithm with that name, in any case. */
export const algorithmOf = (name: string): CHash | undefined => byName.get(name.toLowerCase());

/** Like `algorithmOf`, for callers without an error of their own. Throws `ERR_CRYPTO_INVALID_DIGEST`. */
export function needAlgorithm(name: string): CHash {
  const found = algorithmOf(name);
  if (found) return found;
  throw Object.assign(new TypeError(`Invalid digest: ${name}`), { code: 'ERR_CRYPTO_INVALID_DIGEST' });
}
