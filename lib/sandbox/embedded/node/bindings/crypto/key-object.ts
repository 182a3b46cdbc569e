import { Buffer } from 'buffer';
import { facts } from '../../library';
import { isCallback } from '../../binding';
import { bytesOf, bytesOfBig, copied, equalInConstantTime } from './bytes';
import { findOkp } from './curves';
import { cryptoError, ossl } from './failures';
import { ofJwk, toJwk } from './jwk';
import {
  certifiedKey,
  decodePrivate,
  decodePublic,
  encodePrivate,
  encodePublic,
  kKeyEncodingPKCS1,
  kKeyEncodingSEC1,
  kKeyEncodingSPKI,
} from './key-encoding';
import { bitLength, ecPoint, okpKey, publicOf, type AsymmetricKey } from './keys';
import { decipherKey, encipherKey, pem, readPem } from './pem';

interface KeyFacts {
  kKeyTypeSecret?: number;
  kKeyTypePublic?: number;
  kKeyTypePrivate?: number;
  kKeyFormatPEM?: number;
}

const { kKeyTypeSecret, kKeyTypePublic, kKeyTypePrivate, kKeyFormatPEM }: KeyFacts = Object(facts.bindings.crypto);

const unsupported = (): Error => ossl('1E08010C', 'DECODER routines', 'unsupported');

/** The result of `read`; throws OpenSSL's error if the bytes are not a key of that kind. */
function orUnsupported<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (typeof Object(error).code === 'string') throw error;
    throw unsupported();
  }
}

/** How a key is encoded: Node's constants, and the encryption. */
export interface KeyFormat {
  format: unknown;
  type: unknown;
  cipher?: unknown;
  passphrase?: unknown;
}

function read(bytes: Uint8Array, { format, passphrase }: KeyFormat, wantsPublic: boolean): AsymmetricKey {
  const secret = passphrase === undefined ? undefined : bytesOf(passphrase);
  const found = format === kKeyFormatPEM ? readPem(Buffer.from(bytes).toString('latin1')) : { label: '', bytes };
  if (!found) throw unsupported();
  return orUnsupported(() => {
    switch (found.label) {
      case 'PUBLIC KEY':
      case 'RSA PUBLIC KEY':
        return decodePublic(found.bytes);
      case 'CERTIFICATE':
        return certifiedKey(found.bytes);
      case 'ENCRYPTED PRIVATE KEY':
        return decodePrivate(decipherKey(found.bytes, secret));
      case '':
        return readDer(found.bytes, secret, wantsPublic);
      default:
        return decodePrivate(found.bytes);
    }
  });
}

function readDer(bytes: Uint8Array, passphrase: Uint8Array | undefined, wantsPublic: boolean): AsymmetricKey {
  if (passphrase) return decodePrivate(decipherKey(bytes, passphrase));
  try {
    return wantsPublic ? decodePublic(bytes) : decodePrivate(bytes);
  } catch (error) {
    if (!wantsPublic) throw error;
    return decodePrivate(bytes);
  }
}

/** The key passed to one of Node's functions: a handle, or text or bytes in some format. */
export function keyFrom(data: unknown, format: KeyFormat, wants: 'public' | 'private'): AsymmetricKey {
  const key = data instanceof KeyObjectHandle ? data.key : read(bytesOf(data), format, wants === 'public');
  if (!key || (wants === 'private' && !key.secret)) throw unsupported();
  return key;
}

/** A key as text or bytes. */
export function written(key: AsymmetricKey, { format, type, cipher, passphrase }: KeyFormat): Buffer | string {
  const isPrivate = key.secret !== undefined;
  let label = isPrivate ? 'PRIVATE KEY' : 'PUBLIC KEY';
  if (type === kKeyEncodingPKCS1) label = `RSA ${label}`;
  if (type === kKeyEncodingSEC1) label = `EC ${label}`;
  let bytes = isPrivate ? encodePrivate(key, type) : encodePublic(key, type);
  if (typeof cipher === 'string') {
    label = `ENCRYPTED ${label}`;
    bytes = encipherKey(bytes, cipher, bytesOf(passphrase));
  }
  return format === kKeyFormatPEM ? pem(label, bytes) : Buffer.from(bytes);
}

/** Node's `KeyObjectHandle`: a secret, public or private key. */
export class KeyObjectHandle {
  secret: Uint8Array = new Uint8Array();
  key: AsymmetricKey | undefined;

  constructor(key?: AsymmetricKey) {
    this.key = key;
  }

  init(kind: number, data: unknown, format?: unknown, type?: unknown, passphrase?: unknown): void {
    if (kind === kKeyTypeSecret) this.secret = bytesOf(data).slice();
    else {
      const isPublic = kind === kKeyTypePublic;
      const key = keyFrom(data, { format, type, passphrase }, isPublic ? 'public' : 'private');
      this.key = isPublic ? publicOf(key) : key;
    }
  }

  /** Returns the kind of the key, or undefined if the JWK is invalid; throws if it is a secret that is not there. */
  initJwk(jwk: object): number | undefined {
    if (Reflect.get(jwk, 'kty') === 'oct') {
      const secret: unknown = Reflect.get(jwk, 'k');
      if (typeof secret !== 'string')
        throw cryptoError(Error, 'ERR_CRYPTO_INVALID_JWK', 'Invalid JWK secret key format');
      this.secret = Buffer.from(secret, 'base64url');
      return kKeyTypeSecret;
    }
    try {
      this.key = ofJwk(jwk);
    } catch {
      return undefined;
    }
    return this.key.secret ? kKeyTypePrivate : kKeyTypePublic;
  }

  initECRaw(curve: string, point: unknown): boolean {
    try {
      this.key = ecPoint(curve, bytesOf(point));
      return true;
    } catch {
      return false;
    }
  }

  initEDRaw(name: string, data: unknown, kind: number): boolean {
    const found = findOkp(name);
    const bytes = bytesOf(data).slice();
    if (found) this.key = kind === kKeyTypePrivate ? okpKey(found, bytes) : { kind: found, point: bytes };
    return found !== undefined;
  }

  checkEcKeyData(): boolean {
    return this.key?.kind === 'ec';
  }

  getSymmetricKeySize(): number {
    return this.secret.length;
  }

  getAsymmetricKeyType(): string | undefined {
    return this.key?.kind;
  }

  keyDetail(target: object): object {
    const { key } = this;
    if (key?.kind === 'rsa')
      return Object.assign(target, {
        modulusLength: bitLength(key.n),
        publicExponent: Uint8Array.from(bytesOfBig(key.e)).buffer,
      });
    if (!key) return Object.assign(target, { length: this.secret.length * 8 });
    return key.kind === 'ec' ? Object.assign(target, { namedCurve: key.curve }) : target;
  }

  equals(other: KeyObjectHandle): boolean {
    if (!this.key || !other.key) return !this.key && !other.key && equalInConstantTime(this.secret, other.secret);
    return JSON.stringify(toJwk(this.key)) === JSON.stringify(toJwk(other.key));
  }

  export(format?: unknown, type?: unknown, cipher?: unknown, passphrase?: unknown): Buffer | string {
    const { key } = this;
    if (!key) return Buffer.from(copied(this.secret));
    if (type === kKeyEncodingPKCS1 && key.kind !== 'rsa') throw notFor('pkcs1', 'RSA');
    if (type === kKeyEncodingSEC1 && key.kind !== 'ec') throw notFor('sec1', 'EC');
    return written(key, { format, type: type ?? kKeyEncodingSPKI, cipher, passphrase });
  }

  exportJwk(target: object): object {
    const { key } = this;
    return Object.assign(target, key ? toJwk(key) : { kty: 'oct', k: Buffer.from(this.secret).toString('base64url') });
  }
}

const notFor = (encoding: string, kind: string): Error =>
  cryptoError(
    Error,
    'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS',
    `The selected key encoding ${encoding} can only be used for ${kind} keys.`,
  );

/** The base of Node's key classes. */
class NativeKeyObject {
  readonly #handle: unknown;

  constructor(handle: unknown) {
    this.#handle = handle;
  }

  static handleOf(value: unknown): unknown {
    return typeof value === 'object' && value !== null && #handle in value ? value.#handle : value;
  }
}

/** The secret of a handle or a key object, or the bytes themselves. */
export function secretBytes(key: unknown): Uint8Array {
  const handle = NativeKeyObject.handleOf(key);
  return handle instanceof KeyObjectHandle ? handle.secret : bytesOf(handle);
}

/** The key classes, which `make` derives from the native base. */
export const createNativeKeyObjectClass = (make: unknown): unknown =>
  isCallback(make) ? make(NativeKeyObject) : undefined;
