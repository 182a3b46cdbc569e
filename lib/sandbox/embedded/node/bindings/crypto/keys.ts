import { invert } from 'micro-rsa-dsa-dh/utils.js';
import { needCurve, OKP, type OkpName } from './curves';
import { bytesOfBig } from './bytes';

/** The fields of a private RSA key that its public key lacks. */
export interface RsaSecret {
  d: bigint;
  p: bigint;
  q: bigint;
  dp: bigint;
  dq: bigint;
  qi: bigint;
}

export interface RsaKey {
  kind: 'rsa';
  n: bigint;
  e: bigint;
  secret?: RsaSecret;
}

export interface EcKey {
  kind: 'ec';
  /** OpenSSL's name of the curve. */
  curve: string;
  /** The uncompressed point. */
  point: Uint8Array;
  secret?: Uint8Array;
}

export interface OkpKey {
  kind: OkpName;
  point: Uint8Array;
  secret?: Uint8Array;
}

/** A key to sign, encrypt or agree on a secret; a private one has its secret. */
export type AsymmetricKey = RsaKey | EcKey | OkpKey;

/** The public half of a key. */
export function publicOf(key: AsymmetricKey): AsymmetricKey {
  const { secret: _, ...rest } = key;
  return rest;
}

export function rsaKey(e: bigint, p: bigint, q: bigint, d = invert(e, (p - 1n) * (q - 1n))): RsaKey {
  return { kind: 'rsa', n: p * q, e, secret: { d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: invert(q, p) } };
}

/** Throws if the secret is not valid for the curve. */
export function ecKey(name: string, secret: Uint8Array): EcKey {
  const { curve, name: known, size } = needCurve(name);
  const whole = bytesOfBig(
    BigInt(`0x${Array.from(secret, (byte) => byte.toString(16).padStart(2, '0')).join('')}`),
    size,
  );
  return { kind: 'ec', curve: known, point: curve.getPublicKey(whole, false), secret: whole };
}

/** Throws if the point is not on the curve. */
export function ecPoint(name: string, point: Uint8Array): EcKey {
  const { curve, name: known } = needCurve(name);
  return { kind: 'ec', curve: known, point: curve.Point.fromBytes(point).toBytes(false) };
}

export const okpKey = (kind: OkpName, secret: Uint8Array): OkpKey => ({
  kind,
  point: OKP[kind].curve.getPublicKey(secret),
  secret,
});

/** The number of bits of a number. */
export const bitLength = (value: bigint): number => value.toString(2).length;

/** The number of bytes of the modulus. */
export const modulusBytes = ({ n }: RsaKey): number => Math.ceil(bitLength(n) / 8);
