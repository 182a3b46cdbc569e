import { aeskw } from '@noble/ciphers/aes.js';
import { Buffer } from 'buffer';
import { facts } from '../../library';
import { bytesOf, copied, equalInConstantTime } from './bytes';
import { cipherInfo, startCipher } from './ciphers';
import { ossl } from './failures';
import { job } from './job';
import { KeyObjectHandle, keyFrom, secretBytes } from './key-object';
import type { RsaKey } from './keys';
import { decryptRsa, decryptWithPublic, encryptRsa, encryptWithPrivate } from './rsa';

const constants: Record<string, unknown> = Object(facts.bindings.crypto);
const { RSA_PKCS1_OAEP_PADDING }: Record<string, unknown> = Object(facts.bindings.constants?.crypto);

/** The mode and OpenSSL's name, by Node's number of a variant. */
const VARIANTS = new Map(
  ['CTR', 'CBC', 'GCM', 'KW'].flatMap((mode) =>
    [128, 192, 256].map((bits) => [constants[`kKeyVariantAES_${mode}_${bits}`], `aes-${bits}-${mode.toLowerCase()}`]),
  ),
);

function aes(decrypts: boolean, key: Uint8Array, data: Uint8Array, rest: readonly unknown[]): ArrayBuffer {
  const [variant, iv, tag, more] = rest;
  const name = VARIANTS.get(variant);
  if (String(name).endsWith('kw')) return copied(decrypts ? aeskw(key).decrypt(data) : aeskw(key).encrypt(data));
  const info = cipherInfo(String(name));
  if (!info) throw new Error(`Unknown cipher ${String(name)}`);
  const mode = startCipher(info, key, bytesOf(iv), !decrypts);
  const result = Buffer.concat([mode.update(data), mode.final(true)]);
  const seal = info.mode === 'gcm' ? mode.seal?.(bytesOf(more)) : undefined;
  if (!seal) return copied(result);
  if (!decrypts) return copied(Buffer.concat([result, seal.subarray(0, Number(tag))]));
  const given = bytesOf(tag);
  if (!equalInConstantTime(seal.subarray(0, given.length), given))
    throw ossl('1C800064', 'Provider routines', 'cipher operation failed');
  return copied(result);
}

function rsaOf(data: unknown, format: Parameters<typeof keyFrom>[1], wants: 'public' | 'private'): RsaKey {
  const key = keyFrom(data, format, wants);
  if (key.kind !== 'rsa')
    throw ossl('03000096', 'digital envelope routines', 'operation not supported for this keytype');
  return key;
}

type Cipher = (key: RsaKey, data: Uint8Array, padding: Parameters<typeof encryptRsa>[2]) => Uint8Array;

/** One of Node's functions that encrypt or decrypt with one half of a key pair. */
const withKey =
  (wants: 'public' | 'private', run: Cipher) =>
  (...[data, format, type, passphrase, bytes, padding, hash, label]: unknown[]): Buffer => {
    const key = rsaOf(data, { format, type, passphrase }, wants);
    return Buffer.from(
      run(key, bytesOf(bytes), { padding, hash, label: label === undefined ? label : bytesOf(label) }),
    );
  };

/** One-shot encryption: Web Crypto's ciphers, and those with key pairs. */
export const cipherJobs = {
  AESCipherJob: job((mode, key, data, ...rest) => () => {
    return aes(mode === constants.kWebCryptoCipherDecrypt, secretBytes(key), bytesOf(data), rest);
  }),
  RSACipherJob: job((mode, handle, data, _variant, hash, label) => () => {
    const decrypts = mode === constants.kWebCryptoCipherDecrypt;
    const key = handle instanceof KeyObjectHandle ? handle.key : undefined;
    if (key?.kind !== 'rsa') throw new Error('it is no RSA key');
    const padding = {
      padding: RSA_PKCS1_OAEP_PADDING,
      hash,
      label: label === undefined ? undefined : bytesOf(label),
    };
    return copied((decrypts ? decryptRsa : encryptRsa)(key, bytesOf(data), padding));
  }),
  publicEncrypt: withKey('public', encryptRsa),
  privateDecrypt: withKey('private', decryptRsa),
  privateEncrypt: withKey('private', encryptWithPrivate),
  publicDecrypt: withKey('public', decryptWithPublic),
};
