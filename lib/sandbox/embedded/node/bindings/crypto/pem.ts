import { cbc } from '@noble/ciphers/aes.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer';
import { crypto } from '../../native';
import { missing } from '../../missing';
import { cipherInfo } from './ciphers';
import { derBody, elements, inside, integer, nothing, integerIn, octets, oid, oidIn, sequence, ASN1_TAG } from './der';
import { cryptoError, ossl } from './failures';

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const HMAC_SHA256 = '1.2.840.113549.2.9';
const AES_CBC: Readonly<Record<number, string>> = {
  16: '2.16.840.1.101.3.4.1.2',
  24: '2.16.840.1.101.3.4.1.22',
  32: '2.16.840.1.101.3.4.1.42',
};
const ROUNDS = 2048;
const WIDTH = 64;

/** One section of a PEM text. */
export interface Pem {
  label: string;
  bytes: Uint8Array;
}

export function pem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(new RegExp(`.{1,${WIDTH}}`, 'g')) ?? [];
  return `${[`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n')}\n`;
}

/** The first section of a PEM text. */
export function readPem(text: string): Pem | undefined {
  const [, label = '', body = ''] = /-----BEGIN ([A-Z0-9 ]+)-----\s([^]*?)-----END \1-----/.exec(text) ?? [];
  return label === '' ? undefined : { label, bytes: Buffer.from(body, 'base64') };
}

/** A PKCS#8 private key, encrypted with a passphrase. */
export function encipherKey(key: Uint8Array, cipher: string, passphrase: Uint8Array): Uint8Array {
  const info = cipherInfo(cipher);
  if (!info) throw cryptoError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
  const kind = AES_CBC[info.keyLength];
  if (info.mode !== 'cbc' || !kind) return missing(`keys enciphered with ${cipher}`)();
  const [salt, iv] = [crypto.getRandomValues(new Uint8Array(8)), crypto.getRandomValues(new Uint8Array(16))];
  const secret = pbkdf2(sha256, passphrase, salt, { c: ROUNDS, dkLen: info.keyLength });
  const derivation = sequence(
    oid(PBKDF2),
    sequence(octets(salt), integer(BigInt(ROUNDS)), sequence(oid(HMAC_SHA256), nothing())),
  );
  return sequence(
    sequence(oid(PBES2), sequence(derivation, sequence(oid(kind), octets(iv)))),
    octets(cbc(secret, iv).encrypt(key)),
  );
}

/** Decrypts a key from `encipherKey`. Throws OpenSSL's errors if the passphrase is missing or wrong. */
export function decipherKey(bytes: Uint8Array, passphrase: Uint8Array | undefined): Uint8Array {
  if (!passphrase) throw ossl('07880109', 'common libcrypto routines', 'interrupted or cancelled');
  const [algorithm, body] = inside(elements(bytes)[0]);
  const [scheme, parameters] = inside(algorithm);
  if (oidIn(scheme) !== PBES2) return missing('keys enciphered in this way')();
  const [derivation, encryption] = inside(parameters);
  const [, settings] = inside(derivation);
  const [salt, rounds, ...more] = inside(settings);
  const digest = more.find(({ tag }) => tag === ASN1_TAG.sequence);
  const hash = digest && oidIn(inside(digest)[0]) === HMAC_SHA256 ? sha256 : sha1;
  const [kind, iv] = inside(encryption);
  const [length] = Object.entries(AES_CBC).find(([, known]) => known === oidIn(kind)) ?? [];
  if (length === undefined) return missing('keys enciphered in this way')();
  const options = { c: Number(integerIn(rounds)), dkLen: Number(length) };
  const secret = pbkdf2(hash, passphrase, derBody(salt, ASN1_TAG.octets), options);
  try {
    return cbc(secret, derBody(iv, ASN1_TAG.octets)).decrypt(derBody(body, ASN1_TAG.octets));
  } catch {
    throw ossl('1C800064', 'Provider routines', 'bad decrypt');
  }
}
