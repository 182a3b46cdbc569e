import { facts } from '../../library';
import { bigOf } from './bytes';
import { findCurve, findOkp, needCurve, OKP } from './curves';
import {
  bits,
  derBody,
  elements,
  inside,
  integer,
  nothing,
  integerIn,
  numbered,
  octets,
  oid,
  oidIn,
  sequence,
  ASN1_TAG,
  type Element,
} from './der';
import { ecKey, ecPoint, okpKey, type AsymmetricKey, type RsaKey } from './keys';

const RSA = '1.2.840.113549.1.1.1';
const EC = '1.2.840.10045.2.1';

interface Encodings {
  kKeyEncodingPKCS1?: number;
  kKeyEncodingPKCS8?: number;
  kKeyEncodingSPKI?: number;
  kKeyEncodingSEC1?: number;
}

/** Node's constants for key encodings. */
export const { kKeyEncodingPKCS1, kKeyEncodingPKCS8, kKeyEncodingSPKI, kKeyEncodingSEC1 }: Encodings = Object(
  facts.bindings.crypto,
);

const algorithmOf = (key: AsymmetricKey): Uint8Array => {
  if (key.kind === 'rsa') return sequence(oid(RSA), nothing());
  if (key.kind === 'ec') return sequence(oid(EC), oid(needCurve(key.curve).oid));
  return sequence(oid(OKP[key.kind].oid));
};

const rsaPublic = ({ n, e }: RsaKey): Uint8Array => sequence(integer(n), integer(e));

/** A public key as PKCS#1 or SPKI. */
export function encodePublic(key: AsymmetricKey, encoding: unknown): Uint8Array {
  if (key.kind === 'rsa' && encoding === kKeyEncodingPKCS1) return rsaPublic(key);
  return sequence(algorithmOf(key), bits(key.kind === 'rsa' ? rsaPublic(key) : key.point));
}

/** A private key as PKCS#1, SEC1 or PKCS#8. */
export function encodePrivate(key: AsymmetricKey, encoding: unknown): Uint8Array {
  const plain = encoding === kKeyEncodingPKCS1 || encoding === kKeyEncodingSEC1;
  const inner = innerPrivate(key, plain);
  return plain ? inner : sequence(integer(0n), algorithmOf(key), octets(inner));
}

function innerPrivate(key: AsymmetricKey, named: boolean): Uint8Array {
  if (!key.secret) throw new Error('the key has no secret');
  if (key.kind === 'rsa') {
    const { d, p, q, dp, dq, qi } = key.secret;
    return sequence(...[0n, key.n, key.e, d, p, q, dp, dq, qi].map(integer));
  }
  if (key.kind !== 'ec') return octets(key.secret);
  const curve = named ? [numbered(0, oid(needCurve(key.curve).oid))] : [];
  return sequence(integer(1n), octets(key.secret), ...curve, numbered(1, bits(key.point)));
}

const bitsIn = (element: Element | undefined): Uint8Array => derBody(element, ASN1_TAG.bits).subarray(1);

/** Decodes a public key from PKCS#1, SPKI or a certificate. Throws for anything else. */
export function decodePublic(bytes: Uint8Array): AsymmetricKey {
  const parts = inside(elements(bytes)[0]);
  if (parts[0]?.tag === ASN1_TAG.integer) return { kind: 'rsa', n: integerIn(parts[0]), e: integerIn(parts[1]) };
  const [kind, parameters] = inside(parts[0]).map((one) => (one.tag === ASN1_TAG.oid ? oidIn(one) : ''));
  const key = bitsIn(parts[1]);
  if (kind === RSA) return decodePublic(key);
  if (kind === EC) return ecPoint(parameters ?? '', key);
  const okp = findOkp(kind ?? '');
  if (!okp) throw new Error(`a key of the kind ${kind} is not known`);
  return { kind: okp, point: key.slice() };
}

/** The public key in a certificate. */
export function certifiedKey(bytes: Uint8Array): AsymmetricKey {
  const fields = inside(inside(elements(bytes)[0])[0]).filter(({ tag }) => tag === ASN1_TAG.sequence);
  // Skips the sequences before it: signature algorithm, issuer, validity and subject.
  return decodePublic(fields[4]?.whole ?? new Uint8Array());
}

/** Decodes a private key from PKCS#1, SEC1 or PKCS#8. Throws for anything else. */
export function decodePrivate(bytes: Uint8Array): AsymmetricKey {
  const parts = inside(elements(bytes)[0]);
  const [version, second] = parts;
  if (version?.tag !== ASN1_TAG.integer) throw new Error('it is no private key');
  if (second?.tag === ASN1_TAG.integer) return rsaPrivate(parts);
  if (second?.tag === ASN1_TAG.octets) return sec1(parts, '');
  const [kind, parameters] = inside(second).map((one) => (one.tag === ASN1_TAG.oid ? oidIn(one) : ''));
  const inner = derBody(parts[2], ASN1_TAG.octets);
  if (kind === RSA) return rsaPrivate(inside(elements(inner)[0]));
  if (kind === EC) return sec1(inside(elements(inner)[0]), parameters ?? '');
  const okp = findOkp(kind ?? '');
  if (!okp) throw new Error(`a key of the kind ${kind} is not known`);
  return okpKey(okp, derBody(elements(inner)[0], ASN1_TAG.octets).slice());
}

function rsaPrivate(parts: readonly Element[]): RsaKey {
  const [, n = 0n, e = 0n, d = 0n, p = 0n, q = 0n, dp = 0n, dq = 0n, qi = 0n] = parts.map(integerIn);
  return { kind: 'rsa', n, e, secret: { d, p, q, dp, dq, qi } };
}

function sec1(parts: readonly Element[], curve: string): AsymmetricKey {
  const named = parts.find(({ tag }) => tag === 0xa0);
  const name = curve || oidIn(named && elements(named.body)[0]);
  if (!findCurve(name) || bigOf(derBody(parts[1], ASN1_TAG.octets)) === 0n) throw new Error('its curve is not known');
  return ecKey(name, derBody(parts[1], ASN1_TAG.octets));
}
