import { hmac } from '@noble/hashes/hmac.js';
import { facts } from '../../library';
import { algorithmOf, needAlgorithm } from './algorithms';
import { bytesOf, copied, equalInConstantTime, shown } from './bytes';
import { ossl } from './failures';
import { job } from './job';
import { secretBytes } from './key-object';

const { kSignJobModeSign }: { kSignJobModeSign?: number } = Object(facts.bindings.crypto);

/** An incremental digest. */
interface Unfinished {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): Unfinished;
}

function begin(name: string, length: number | undefined): Unfinished {
  const found = algorithmOf(name);
  if (!found) throw new Error('Digest method not supported');
  if (length === undefined || length === found.outputLen) return found.create();
  if (!/^shake/i.test(name)) throw ossl('030000B2', 'digital envelope routines', 'not XOF or invalid length');
  return Reflect.apply(found.create, found, [{ dkLen: length }]);
}

/** Node's `Hash` in C++, below its JavaScript class of that name. */
export class Hash {
  static readonly name = 'Hash';
  readonly #unfinished: Unfinished;
  #digest: Uint8Array | undefined;

  constructor(algorithm: string | Hash, length?: number) {
    this.#unfinished = typeof algorithm === 'string' ? begin(algorithm, length) : algorithm.#unfinished.clone();
  }

  update(data: unknown, encoding?: unknown): boolean {
    this.#unfinished.update(bytesOf(data, encoding));
    return true;
  }

  /** A program may end the stream and then still ask for the digest. */
  digest(encoding?: unknown): unknown {
    return shown((this.#digest ??= this.#unfinished.digest()), encoding);
  }
}

/** Node's `Hmac`. */
export class Hmac {
  static readonly name = 'Hmac';
  #unfinished: Unfinished | undefined;
  #digest: Uint8Array | undefined;

  init(algorithm: string, key: unknown): void {
    this.#unfinished = hmac.create(needAlgorithm(algorithm), secretBytes(key));
  }

  update(data: unknown, encoding?: unknown): boolean {
    this.#unfinished?.update(bytesOf(data, encoding));
    return true;
  }

  digest(encoding?: unknown): unknown {
    return shown((this.#digest ??= this.#unfinished?.digest() ?? new Uint8Array()), encoding);
  }
}

const oneShotDigest = (name: string, _id: number, _cache: object, input: unknown, encoding: string) => {
  const found = algorithmOf(name);
  if (!found) throw new Error(`Digest method ${name} is not supported`);
  return shown(found(bytesOf(input)), encoding);
};

export const hashes = {
  Hash,
  Hmac,
  oneShotDigest,
  HashJob: job((name, data) => {
    const algorithm = needAlgorithm(String(name));
    return () => copied(algorithm(bytesOf(data)));
  }),
  HmacJob: job((mode, name, key, data, signature) => () => {
    const digest = hmac(needAlgorithm(String(name)), secretBytes(key), bytesOf(data));
    return mode === kSignJobModeSign ? copied(digest) : equalInConstantTime(digest, bytesOf(signature));
  }),
};
