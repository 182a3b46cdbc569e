import { randomPrime } from './primes';
import { facts } from '../../library';
import { missing } from '../../missing';
import { bytesOf, copied } from './bytes';
import { needCurve, OKP, type OkpName } from './curves';
import { cryptoError } from './failures';
import { job } from './job';
import { encodePrivate, encodePublic, kKeyEncodingPKCS8, kKeyEncodingSPKI } from './key-encoding';
import { KeyObjectHandle, written } from './key-object';
import { bitLength, ecKey, okpKey, publicOf, rsaKey, type AsymmetricKey } from './keys';

interface KeyJobFacts {
  kKeyFormatJWK?: number;
  kWebCryptoKeyFormatRaw?: number;
  kWebCryptoKeyFormatPKCS8?: number;
  kKeyVariantRSA_PSS?: number;
}

const constants: Record<string, unknown> & KeyJobFacts = Object(facts.bindings.crypto);
const NIDS: Readonly<Record<number, OkpName>> = Object.fromEntries(
  (['ed25519', 'ed448', 'x25519', 'x448'] as const).map((name) => [constants[`EVP_PKEY_${name.toUpperCase()}`], name]),
);
const LEAST_BITS = 512;

/** Both halves of a key pair, as handles or encoded as the program requested. */
function pair(key: AsymmetricKey, encoding: readonly unknown[]): unknown[] {
  const [publicFormat, publicType, format, type, cipher, passphrase] = encoding;
  const half = (one: AsymmetricKey, how: Parameters<typeof written>[1]) => {
    if (how.format === undefined) return new KeyObjectHandle(one);
    return how.format === constants.kKeyFormatJWK ? new KeyObjectHandle(one).exportJwk({}) : written(one, how);
  };
  return [
    half(publicOf(key), { format: publicFormat, type: publicType }),
    half(key, { format, type, cipher, passphrase }),
  ];
}

function makeRsa(modulusBits: number, exponent: number): AsymmetricKey {
  const e = BigInt(exponent);
  for (;;) {
    const p = randomPrime(Math.ceil(modulusBits / 2));
    const q = randomPrime(Math.floor(modulusBits / 2));
    const fits = p !== q && (p - 1n) % e !== 0n && (q - 1n) % e !== 0n && bitLength(p * q) === modulusBits;
    if (fits) return p > q ? rsaKey(e, p, q) : rsaKey(e, q, p);
  }
}

const noPair = (kind: string) => job(() => missing(`crypto.generateKeyPair of the kind ${kind}`, 'rsa, ec or ed25519'));

/** Key generation, and Web Crypto's key export. */
export const keyJobs = {
  RsaKeyPairGenJob: job((variant, modulusBits, exponent, ...encoding) => {
    if (variant === constants.kKeyVariantRSA_PSS) missing('crypto.generateKeyPair of the kind rsa-pss')();
    return () => {
      if (Number(modulusBits) < LEAST_BITS) throw new Error('error:1C8000AB:Provider routines::key size too small');
      return pair(makeRsa(Number(modulusBits), Number(exponent)), encoding);
    };
  }),
  EcKeyPairGenJob: job((name, _explicit, ...encoding) => {
    const { curve } = needCurve(String(name));
    return () => pair(ecKey(String(name), curve.utils.randomSecretKey()), encoding);
  }),
  NidKeyPairGenJob: job((nid, ...encoding) => {
    const name = NIDS[Number(nid)];
    if (!name) return missing('crypto.generateKeyPair of this kind')();
    return () => pair(okpKey(name, OKP[name].curve.utils.randomSecretKey()), encoding);
  }),
  DsaKeyPairGenJob: noPair('dsa'),
  DhKeyPairGenJob: noPair('dh'),
  RSAKeyExportJob: job((format, handle) => () => exported(format, handle)),
  ECKeyExportJob: job((format, handle) => () => exported(format, handle)),
};

function exported(format: unknown, handle: unknown): ArrayBuffer {
  const key = handle instanceof KeyObjectHandle ? handle.key : undefined;
  if (!key) throw cryptoError(Error, 'ERR_CRYPTO_INVALID_KEYTYPE', 'Invalid key type');
  if (format === constants.kWebCryptoKeyFormatRaw) return copied(key.kind === 'rsa' ? bytesOf('') : key.point);
  return copied(
    format === constants.kWebCryptoKeyFormatPKCS8
      ? encodePrivate(key, kKeyEncodingPKCS8)
      : encodePublic(publicOf(key), kKeyEncodingSPKI),
  );
}
