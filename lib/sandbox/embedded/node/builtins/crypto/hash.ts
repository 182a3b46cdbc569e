import { Buffer } from 'buffer';
import { hmac } from '@noble/hashes/hmac.js';
import { Transform } from 'readable-stream';
import { invalidValue } from '../../argument-errors';
import { algorithmOf, needAlgorithm } from './algorithms';
import { bytesArgument, encodingOf, secretOf, textArgument } from './arguments';

/** A digest that is not complete. */
interface Unfinished {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): Unfinished;
}

/** What bytes go into by `update` or as into a stream, which gives the digest at its end. */
class Digest extends Transform {
  protected given = false;
  private result: Buffer | undefined;

  constructor(protected readonly unfinished: Unfinished) {
    super();
  }

  /** Throws `ERR_CRYPTO_HASH_FINALIZED` once the digest was asked for. */
  update(data: unknown, encoding?: unknown): this {
    if (this.given) throw finalized();
    this.unfinished.update(bytesArgument('data', data, encoding));
    return this;
  }

  override _transform(part: unknown, encoding: BufferEncoding, done: () => void): void {
    this.update(part, encoding);
    done();
  }

  override _flush(done: (error: null, digest: Buffer) => void): void {
    done(null, this.complete());
  }

  /** A program may end the stream and then ask for the digest as well. */
  protected complete(): Buffer {
    return (this.result ??= bufferOf(this.unfinished.digest()));
  }
}

export class Hash extends Digest {
  /** Throws `ERR_CRYPTO_HASH_FINALIZED` the second time. */
  digest(encoding?: unknown): Buffer | string {
    if (this.given) throw finalized();
    this.given = true;
    return shown(this.complete(), encoding);
  }

  copy(): Hash {
    if (this.given) throw finalized();
    return new Hash(this.unfinished.clone());
  }
}

export class Hmac extends Digest {
  /** Empty the second time. */
  digest(encoding?: unknown): Buffer | string {
    const digest = this.given ? Buffer.alloc(0) : this.complete();
    this.given = true;
    return shown(digest, encoding);
  }
}

export function createHash(algorithm: unknown): Hash {
  const found = algorithmOf(textArgument('algorithm', algorithm));
  if (!found) throw new Error('Digest method not supported');
  return new Hash(found.create());
}

export function createHmac(algorithm: unknown, key: unknown): Hmac {
  const name = textArgument('hmac', algorithm);
  const secret = secretOf('key', key);
  return new Hmac(hmac.create(needAlgorithm(name), secret));
}

/** The digest of all that there is. */
export function hash(algorithm: unknown, input: unknown, outputEncoding: unknown = 'hex'): Buffer | string {
  const found = algorithmOf(textArgument('algorithm', algorithm));
  const bytes = bytesArgument('input', input);
  const encoding = textArgument('outputEncoding', outputEncoding);
  if (!encodingOf(encoding) && encoding.toLowerCase() !== 'buffer') {
    throw invalidValue('outputEncoding', 'is invalid', encoding);
  }
  if (!found) throw new Error(`Digest method ${String(algorithm)} is not supported`);
  return shown(bufferOf(found(bytes)), encoding);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const shown = (digest: Buffer, encoding: unknown): Buffer | string => {
  const known = encodingOf(encoding);
  return known ? digest.toString(known) : digest;
};

const finalized = (): Error => Object.assign(new Error('Digest already called'), { code: 'ERR_CRYPTO_HASH_FINALIZED' });
