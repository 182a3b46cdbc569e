import * as rsa from 'micro-rsa-dsa-dh/rsa.js';
import { pow } from 'micro-rsa-dsa-dh/utils.js';
import { facts } from '../../library';
import { missing } from '../../missing';
import { needAlgorithm } from './algorithms';
import { bigOf, bytesOfBig } from './bytes';
import { cryptoError, ossl } from './failures';
import { bitLength, modulusBytes, type RsaKey } from './keys';

/** Node's constants for padding and salt length. */
const constants: Record<string, number | undefined> = Object(facts.bindings.constants?.crypto);

const PKCS1: Readonly<Record<string, rsa.IPKCS>> = {
  sha1: rsa.PKCS1_SHA1,
  sha224: rsa.PKCS1_SHA224,
  sha256: rsa.PKCS1_SHA256,
  sha384: rsa.PKCS1_SHA384,
  sha512: rsa.PKCS1_SHA512,
};

export interface RsaScheme {
  digest: string;
  padding: unknown;
  saltLength: unknown;
}

const isPss = ({ padding }: RsaScheme): boolean => padding === constants.RSA_PKCS1_PSS_PADDING;
const plainName = (digest: string): string => digest.toLowerCase().replace(/^rsa-/, '').replace('sha-', 'sha');

const signer = ({ digest }: RsaScheme): rsa.IPKCS =>
  PKCS1[plainName(digest)] ?? missing(`RSA signatures of ${digest}`)();

const pss = (digest: string, saltLength: number): rsa.Signer => {
  const hash = needAlgorithm(digest);
  return rsa.PSS(hash, rsa.mgf1(hash), saltLength);
};

/** The longest salt that fits the modulus. */
const longestSalt = (key: RsaKey, digest: string): number =>
  Math.ceil((bitLength(key.n) - 1) / 8) - needAlgorithm(digest).outputLen - 2;

const secretOf = ({ n, secret }: RsaKey): rsa.PrivateKey => ({ n, d: secret?.d ?? 0n });

export function signRsa(key: RsaKey, message: Uint8Array, scheme: RsaScheme): Uint8Array {
  if (!isPss(scheme)) return signer(scheme).sign(secretOf(key), message);
  const { digest, saltLength } = scheme;
  const length = typeof saltLength === 'number' ? saltLength : -2;
  const salt = length === -1 ? needAlgorithm(digest).outputLen : length < 0 ? longestSalt(key, digest) : length;
  return pss(digest, salt).sign(secretOf(key), message);
}

export function verifyRsa(key: RsaKey, message: Uint8Array, signature: Uint8Array, scheme: RsaScheme): boolean {
  const attempt = (one: rsa.Signer): boolean => {
    try {
      return one.verify(key, message, signature);
    } catch {
      return false;
    }
  };
  if (!isPss(scheme)) return attempt(signer(scheme));
  const { digest, saltLength } = scheme;
  const hashed = needAlgorithm(digest).outputLen;
  if (typeof saltLength === 'number' && saltLength >= -1)
    return attempt(pss(digest, saltLength === -1 ? hashed : saltLength));
  const longest = longestSalt(key, digest);
  // The signature determines its salt length, but the package needs it given, so every length is tried.
  const lengths = [longest, hashed, ...Array.from({ length: longest }, (_, length) => length)];
  return lengths.some((length) => attempt(pss(digest, length)));
}

export interface RsaPadding {
  padding: unknown;
  hash?: unknown;
  label?: Uint8Array | undefined;
}

const oaepHash = ({ hash }: RsaPadding) => needAlgorithm(typeof hash === 'string' ? hash : 'sha1');

const oaep = (padding: RsaPadding): rsa.KEM => {
  const { label } = padding;
  const found = oaepHash(padding);
  return rsa.OAEP(found, rsa.mgf1(found), label);
};

/** Encrypts for the owner of the private key. */
export function encryptRsa(key: RsaKey, plain: Uint8Array, padding: RsaPadding): Uint8Array {
  const isOaep = padding.padding === constants.RSA_PKCS1_OAEP_PADDING;
  const overhead = isOaep ? 2 * oaepHash(padding).outputLen + 2 : 11;
  if (plain.length > modulusBytes(key) - overhead)
    throw ossl('0200006E', 'rsa routines', 'data too large for key size');
  if (isOaep) return oaep(padding).encrypt(key, plain);
  if (padding.padding !== constants.RSA_PKCS1_PADDING) return missing('RSA without a padding')();
  return rsa.PKCS1_KEM.encrypt(key, plain);
}

export function decryptRsa(key: RsaKey, cipher: Uint8Array, padding: RsaPadding): Uint8Array {
  if (padding.padding === constants.RSA_PKCS1_PADDING)
    throw cryptoError(
      TypeError,
      'ERR_INVALID_ARG_VALUE',
      'RSA_PKCS1_PADDING is no longer supported for private decryption, this can be reverted with --security-revert=CVE-2023-46809',
    );
  if (padding.padding !== constants.RSA_PKCS1_OAEP_PADDING) return missing('RSA without a padding')();
  try {
    return oaep(padding).decrypt(secretOf(key), cipher);
  } catch {
    throw ossl('02000079', 'rsa routines', 'oaep decoding error');
  }
}

/** Readable by anyone with the public key: PKCS#1 signature padding without a digest. */
export function encryptWithPrivate(key: RsaKey, plain: Uint8Array): Uint8Array {
  const length = modulusBytes(key);
  if (plain.length > length - 11) throw ossl('0200006E', 'rsa routines', 'data too large for key size');
  const block = new Uint8Array(length).fill(0xff);
  block.set([0, 1]);
  block.set([0, ...plain], length - plain.length - 1);
  return bytesOfBig(pow(bigOf(block), secretOf(key).d, key.n), length);
}

export function decryptWithPublic(key: RsaKey, cipher: Uint8Array): Uint8Array {
  const block = bytesOfBig(pow(bigOf(cipher), key.e, key.n), modulusBytes(key));
  const end = block.indexOf(0, 2);
  if (block[0] !== 0 || block[1] !== 1 || end < 10) throw ossl('0200006A', 'rsa routines', 'data is not padded');
  return block.slice(end + 1);
}
