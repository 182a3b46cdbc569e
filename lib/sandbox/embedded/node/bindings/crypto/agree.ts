import { DHGroups } from 'micro-rsa-dsa-dh/dh.js';
import { isProbablePrime } from 'micro-rsa-dsa-dh/primality.js';
import { pow } from 'micro-rsa-dsa-dh/utils.js';
import { Buffer } from 'buffer';
import { facts } from '../../library';
import { missing } from '../../missing';
import { bigOf, bytesOf, bytesOfBig, copied } from './bytes';
import { needCurve, OKP, type Curve } from './curves';
import { cryptoError, ossl } from './failures';
import { job } from './job';
import { KeyObjectHandle } from './key-object';
import { ecKey, type AsymmetricKey } from './keys';
import { randomBits, randomPrime } from './primes';

const { POINT_CONVERSION_COMPRESSED, POINT_CONVERSION_HYBRID }: Record<string, number | undefined> = Object(
  facts.bindings.constants?.crypto,
);
const { DH_NOT_SUITABLE_GENERATOR = 8 }: Record<string, number | undefined> = Object(facts.bindings.constants?.crypto);
const PRIME_ROUNDS = 8;
const LEAST_BITS = 512;

/** The shared secret of two keys. */
function commonSecret(own: AsymmetricKey | undefined, other: AsymmetricKey | undefined): Uint8Array {
  if (own?.kind === 'ec' && other?.kind === 'ec' && own.secret)
    return needCurve(own.curve)
      .curve.getSharedSecret(own.secret, other.point)
      .subarray(1, 1 + needCurve(own.curve).size);
  const curve = own && own.kind !== 'rsa' && own.kind !== 'ec' ? OKP[own.kind].agree : undefined;
  if (!curve || !own?.secret || !other || !('point' in other) || own.kind === 'rsa')
    return missing(`crypto.diffieHellman with ${own?.kind}`)();
  return curve.getSharedSecret(own.secret, other.point);
}

const keyOf = (handle: unknown) => (handle instanceof KeyObjectHandle ? handle.key : undefined);

function formatted({ curve }: Curve, point: Uint8Array, form: unknown): Buffer {
  const bytes = curve.Point.fromBytes(point).toBytes(form === POINT_CONVERSION_COMPRESSED);
  const y = bytes.at(-1) ?? 0;
  if (form === POINT_CONVERSION_HYBRID) bytes[0] = 6 | (y & 1);
  return Buffer.from(bytes);
}

/** Node's `ECDH`. */
class ECDH {
  static readonly name = 'ECDH';
  readonly #curve: Curve;
  #secret: Uint8Array | undefined;
  #point: Uint8Array | undefined;

  constructor(name: string) {
    this.#curve = needCurve(name);
  }

  generateKeys(): void {
    this.setPrivateKey(this.#curve.curve.utils.randomSecretKey());
  }

  setPrivateKey(bytes: unknown): void {
    try {
      const { secret, point } = ecKey(this.#curve.name, bytesOf(bytes));
      this.#secret = secret;
      this.#point = point;
    } catch {
      throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYTYPE', 'Private key is not valid for specified curve.');
    }
  }

  setPublicKey(bytes: unknown): void {
    const point = bytesOf(bytes).slice();
    try {
      this.#curve.curve.Point.fromBytes(point);
    } catch {
      throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to convert Buffer to EC_POINT');
    }
    this.#point = point;
  }

  getPrivateKey(): Buffer {
    if (!this.#secret) throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH private key');
    return Buffer.from(this.#secret);
  }

  getPublicKey(form: unknown): Buffer {
    if (!this.#point) throw cryptoError(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH public key');
    return formatted(this.#curve, this.#point, form);
  }

  /** Returns an error name, not a Buffer, if the other's key is not on the curve. */
  computeSecret(other: unknown): Buffer | string {
    if (!this.#secret) throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYPAIR', 'Invalid key pair');
    const { curve, size } = this.#curve;
    try {
      return Buffer.from(curve.getSharedSecret(this.#secret, bytesOf(other)).subarray(1, 1 + size));
    } catch {
      return 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY';
    }
  }
}

/** Node's `DiffieHellman`. */
class DiffieHellman {
  static readonly name: string = 'DiffieHellman';
  readonly #prime: bigint;
  readonly #generator: bigint;
  #secret: bigint | undefined;
  #public: bigint | undefined;

  /** With a prime of that many bits, or this prime. */
  constructor(prime: unknown, generator: unknown = 2) {
    if (typeof prime === 'number' && prime < LEAST_BITS)
      throw ossl('0280007E', 'Diffie-Hellman routines', 'modulus too small');
    this.#prime = typeof prime === 'number' ? randomPrime(prime, { safe: true }) : bigOf(bytesOf(prime));
    this.#generator = typeof generator === 'number' ? BigInt(generator) : bigOf(bytesOf(generator));
  }

  get verifyError(): number {
    return isProbablePrime(this.#prime, PRIME_ROUNDS) ? 0 : DH_NOT_SUITABLE_GENERATOR;
  }

  generateKeys(): Buffer {
    this.#secret ??= randomBits(this.#prime.toString(2).length - 1);
    this.#public = pow(this.#generator, this.#secret, this.#prime);
    return this.#shown(this.#public);
  }

  computeSecret(other: unknown): Buffer {
    if (this.#secret === undefined) throw cryptoError(Error, 'ERR_CRYPTO_INVALID_STATE', 'No private key');
    const length = Math.ceil(this.#prime.toString(16).length / 2);
    return Buffer.from(bytesOfBig(pow(bigOf(bytesOf(other)), this.#secret, this.#prime), length));
  }

  getPrime(): Buffer {
    return this.#shown(this.#prime);
  }

  getGenerator(): Buffer {
    return this.#shown(this.#generator);
  }

  getPublicKey(): Buffer {
    if (this.#public === undefined)
      throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYTYPE', 'No public key - did you forget to generate one?');
    return this.#shown(this.#public);
  }

  getPrivateKey(): Buffer {
    if (this.#secret === undefined)
      throw cryptoError(RangeError, 'ERR_CRYPTO_INVALID_KEYTYPE', 'No private key - did you forget to generate one?');
    return this.#shown(this.#secret);
  }

  setPublicKey(bytes: unknown): void {
    this.#public = bigOf(bytesOf(bytes));
  }

  setPrivateKey(bytes: unknown): void {
    this.#secret = bigOf(bytesOf(bytes));
  }

  #shown(value: bigint): Buffer {
    return Buffer.from(bytesOfBig(value));
  }
}

/** Node's `DiffieHellmanGroup`, with a well-known prime. */
class DiffieHellmanGroup extends DiffieHellman {
  static override readonly name = 'DiffieHellmanGroup';

  constructor(name: string) {
    const group = DHGroups[name];
    if (!group) throw cryptoError(Error, 'ERR_CRYPTO_UNKNOWN_DH_GROUP', 'Unknown DH group');
    super(bytesOfBig(group.p), bytesOfBig(group.g));
  }
}

/** Key agreement. */
export const agreement = {
  ECDH,
  DiffieHellman,
  DiffieHellmanGroup,
  ECDHConvertKey: (key: unknown, name: string, form: unknown) => formatted(needCurve(name), bytesOf(key), form),
  ECDHBitsJob: job((_name, other, own) => () => copied(commonSecret(keyOf(own), keyOf(other)))),
  statelessDH: (own: unknown, other: unknown) => Buffer.from(commonSecret(keyOf(own), keyOf(other))),
};
