import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { ed448, x448 } from '@noble/curves/ed448.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { ECDSA } from '@noble/curves/abstract/weierstrass.js';
import { cryptoError } from './failures';

export interface Curve {
  curve: ECDSA;
  /** OpenSSL's name. */
  name: string;
  /** Its name in a JWK. */
  jwk: string;
  oid: string;
  /** Bytes of a coordinate and of a private key. */
  size: number;
}

const CURVES: readonly Curve[] = [
  { curve: p256, name: 'prime256v1', jwk: 'P-256', oid: '1.2.840.10045.3.1.7', size: 32 },
  { curve: p384, name: 'secp384r1', jwk: 'P-384', oid: '1.3.132.0.34', size: 48 },
  { curve: p521, name: 'secp521r1', jwk: 'P-521', oid: '1.3.132.0.35', size: 66 },
  { curve: secp256k1, name: 'secp256k1', jwk: 'secp256k1', oid: '1.3.132.0.10', size: 32 },
];

export const getCurves = (): string[] => CURVES.map(({ name }) => name);

/** A curve by any of its names. */
export const findCurve = (name: string): Curve | undefined =>
  CURVES.find((one) => one.name === name || one.jwk === name || one.oid === name);

/** Like `findCurve`, but throws `ERR_CRYPTO_INVALID_CURVE` for an unknown curve. */
export function needCurve(name: string): Curve {
  const found = findCurve(name);
  if (!found) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
  return found;
}

/** Edwards and Montgomery curves, each for one purpose: signatures or key agreement. */
export const OKP = {
  ed25519: { oid: '1.3.101.112', jwk: 'Ed25519', size: 32, curve: ed25519, signer: ed25519, agree: undefined },
  ed448: { oid: '1.3.101.113', jwk: 'Ed448', size: 57, curve: ed448, signer: ed448, agree: undefined },
  x25519: { oid: '1.3.101.110', jwk: 'X25519', size: 32, curve: x25519, signer: undefined, agree: x25519 },
  x448: { oid: '1.3.101.111', jwk: 'X448', size: 56, curve: x448, signer: undefined, agree: x448 },
} as const;

export type OkpName = keyof typeof OKP;

const OKP_NAMES: readonly OkpName[] = ['ed25519', 'ed448', 'x25519', 'x448'];

/** An Edwards or Montgomery curve by any of its names. */
export const findOkp = (name: string): OkpName | undefined =>
  OKP_NAMES.find((one) => one === name.toLowerCase() || OKP[one].oid === name);
