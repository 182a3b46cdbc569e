import { Buffer } from 'buffer';
import { facts } from '../../library';
import { missing } from '../../missing';
import { algorithmOf, needAlgorithm } from './algorithms';
import { bytesOf, copied } from './bytes';
import { needCurve, OKP } from './curves';
import { cryptoError, ossl } from './failures';
import { job } from './job';
import { keyFrom } from './key-object';
import type { AsymmetricKey } from './keys';
import { signRsa, verifyRsa } from './rsa';

interface SignFacts {
  kSigEncP1363?: number;
  kSignJobModeSign?: number;
}

const { kSigEncP1363, kSignJobModeSign }: SignFacts = Object(facts.bindings.crypto);

interface Scheme {
  digest: string | undefined;
  padding: unknown;
  saltLength: unknown;
  encoding: unknown;
}

const formatOf = ({ encoding }: Scheme) => (encoding === kSigEncP1363 ? 'compact' : 'der');

/** The digest to sign; SHA-256 if none is named. */
const digestOf = ({ digest }: Scheme): string => digest ?? 'sha256';

/** Edwards curves sign the message itself. */
function okpSigner(key: AsymmetricKey, { digest }: Scheme) {
  const signer = key.kind === 'rsa' || key.kind === 'ec' ? undefined : OKP[key.kind].signer;
  if (!signer) return missing(`signatures with ${key.kind}`)();
  if (digest !== undefined) throw ossl('1C80007A', 'Provider routines', 'invalid digest');
  return signer;
}

function sign(key: AsymmetricKey, message: Uint8Array, scheme: Scheme): Uint8Array {
  if (key.kind === 'rsa') return signRsa(key, message, { ...scheme, digest: digestOf(scheme) });
  const secret = key.secret ?? new Uint8Array();
  if (key.kind !== 'ec') return okpSigner(key, scheme).sign(message, secret);
  const digest = needAlgorithm(digestOf(scheme))(message);
  return needCurve(key.curve).curve.sign(digest, secret, {
    prehash: false,
    lowS: false,
    format: formatOf(scheme),
    extraEntropy: true,
  });
}

function verify(key: AsymmetricKey, message: Uint8Array, signature: Uint8Array, scheme: Scheme): boolean {
  if (key.kind === 'rsa') return verifyRsa(key, message, signature, { ...scheme, digest: digestOf(scheme) });
  const signer = key.kind === 'ec' ? undefined : okpSigner(key, scheme);
  try {
    if (key.kind !== 'ec') return signer?.verify(signature, message, key.point) ?? false;
    const digest = needAlgorithm(digestOf(scheme))(message);
    const options = { prehash: false, lowS: false, format: formatOf(scheme) } as const;
    return needCurve(key.curve).curve.verify(signature, digest, key.point, options);
  } catch {
    return false;
  }
}

/** A message that is signed or verified once complete. */
class Message {
  static readonly name: string = 'Message';
  #digest = '';
  readonly #parts: Uint8Array[] = [];

  init(digest: string): void {
    if (!algorithmOf(digest)) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', 'Invalid digest');
    this.#digest = digest;
  }

  update(data: unknown, encoding?: unknown): void {
    this.#parts.push(bytesOf(data, encoding).slice());
  }

  protected get whole(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  protected scheme(padding: unknown, saltLength: unknown, encoding: unknown): Scheme {
    return { digest: this.#digest, padding, saltLength, encoding };
  }
}

export class Sign extends Message {
  static override readonly name = 'Sign';

  sign(...[data, format, type, passphrase, padding, saltLength, encoding]: unknown[]): Buffer {
    const key = keyFrom(data, { format, type, passphrase }, 'private');
    return Buffer.from(sign(key, this.whole, this.scheme(padding, saltLength, encoding)));
  }
}

export class Verify extends Message {
  static override readonly name = 'Verify';

  verify(...[data, format, type, passphrase, signature, padding, saltLength, encoding]: unknown[]): boolean {
    const key = keyFrom(data, { format, type, passphrase }, 'public');
    return verify(key, this.whole, bytesOf(signature), this.scheme(padding, saltLength, encoding));
  }
}

export const SignJob = job(
  (mode, keyData, format, type, passphrase, data, digest, saltLength, padding, encoding, signature) => {
    const signs = mode === kSignJobModeSign;
    if (typeof digest === 'string' && !algorithmOf(digest))
      throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${digest}`);
    const key = keyFrom(keyData, { format, type, passphrase }, signs ? 'private' : 'public');
    const scheme = { digest: typeof digest === 'string' ? digest : undefined, padding, saltLength, encoding };
    return () =>
      signs ? copied(sign(key, bytesOf(data), scheme)) : verify(key, bytesOf(data), bytesOf(signature), scheme);
  },
);
