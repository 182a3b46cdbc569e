import { Buffer } from 'buffer';
import { bytesOf, memoryOf } from './bytes';
import { missing } from '../../missing';
import { cipherInfo, isAuthenticated, startCipher, takesIv } from './ciphers';
import { secretBytes } from './key-object';
import type { CipherMode } from './modes';

const TAG_LENGTHS = new Set([4, 8, 12, 13, 14, 15, 16]);
const WHOLE_TAG = 16;
/** Cipher families in OpenSSL. */
const OF_OPENSSL = /^(?:id-)?(?:aes|aria|camellia|chacha|des|sm4|rc[24]|bf|cast5?|idea|seed)/i;

const failure = (Kind: ErrorConstructor, message: string, code?: string): Error =>
  Object.assign(new Kind(message), code !== undefined && { code });

/** Node's `CipherBase`, below its own `Cipheriv` and `Decipheriv`. */
export class CipherBase {
  static readonly name = 'CipherBase';
  readonly #encrypts: boolean;
  #mode: CipherMode | undefined;
  #pads = true;
  #more: Uint8Array = new Uint8Array();
  #tag: Uint8Array | undefined;
  #tagLength = WHOLE_TAG;
  #authenticated = false;
  #ended = false;

  constructor(encrypts: boolean) {
    this.#encrypts = encrypts;
  }

  init(): never {
    return missing('crypto.createCipher; use crypto.createCipheriv')();
  }

  initiv(name: string, key: unknown, iv: unknown, tagLength: number): void {
    const info = cipherInfo(name);
    if (!info) {
      if (OF_OPENSSL.test(name)) missing(`cipher ${name}`)();
      throw failure(Error, 'Unknown cipher', 'ERR_CRYPTO_UNKNOWN_CIPHER');
    }
    const secret = secretBytes(key);
    const vector = memoryOf(iv) ?? new Uint8Array();
    if (!takesIv(info, vector.length))
      throw failure(TypeError, 'Invalid initialization vector', 'ERR_CRYPTO_INVALID_IV');
    this.#authenticated = isAuthenticated(info);
    if (this.#authenticated && tagLength >= 0) {
      if (!TAG_LENGTHS.has(tagLength)) throw this.#wrongTag(tagLength);
      this.#tagLength = tagLength;
    }
    if (secret.length !== info.keyLength) throw failure(RangeError, 'Invalid key length', 'ERR_CRYPTO_INVALID_KEYLEN');
    this.#mode = startCipher(info, secret, vector.slice(), this.#encrypts);
  }

  update(data: unknown, encoding?: BufferEncoding): Buffer {
    if (!this.#mode || this.#ended) throw failure(Error, 'Trying to add data in unsupported state');
    return Buffer.from(this.#mode.update(bytesOf(data, encoding)));
  }

  final(): Buffer {
    if (!this.#mode || this.#ended) throw failure(Error, 'Invalid state', 'ERR_CRYPTO_INVALID_STATE');
    this.#ended = true;
    const rest = this.#mode.final(this.#pads);
    const seal = this.#mode.seal?.(this.#more);
    if (seal && this.#encrypts) this.#tag = seal.subarray(0, this.#tagLength);
    const right = !seal || (this.#tag !== undefined && this.#tag.every((byte, at) => byte === seal[at]));
    if (!right) throw failure(Error, 'Unsupported state or unable to authenticate data');
    return Buffer.from(rest);
  }

  setAutoPadding(pads: boolean): boolean {
    this.#pads = pads;
    return !this.#ended;
  }

  getAuthTag(): Buffer | undefined {
    return this.#encrypts && this.#ended && this.#tag ? Buffer.from(this.#tag) : undefined;
  }

  setAuthTag(tag: unknown): boolean {
    if (!this.#authenticated || this.#encrypts || this.#tag || this.#ended) return false;
    const bytes = memoryOf(tag) ?? new Uint8Array();
    if (!TAG_LENGTHS.has(bytes.length)) throw this.#wrongTag(bytes.length);
    this.#tag = bytes.slice();
    return true;
  }

  setAAD(more: unknown): boolean {
    if (!this.#authenticated || this.#ended) return false;
    this.#more = Buffer.concat([this.#more, memoryOf(more) ?? new Uint8Array()]);
    return true;
  }

  #wrongTag(length: number): Error {
    return failure(TypeError, `Invalid authentication tag length: ${length}`, 'ERR_CRYPTO_INVALID_AUTH_TAG');
  }
}
