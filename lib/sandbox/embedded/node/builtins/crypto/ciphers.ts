// oxlint-disable toolyard/layers -- only types are taken
import type * as NodeCrypto from 'node:crypto';
import { facts } from '../../library';
import { nodeModule } from '../../own/node-module';
import { createHmac } from './hash';

interface Ciphers {
  Cipheriv: new (...args: unknown[]) => object;
  Decipheriv: new (...args: unknown[]) => object;
  getCipherInfo: typeof NodeCrypto.getCipherInfo;
}
type Keys = Pick<typeof NodeCrypto, 'KeyObject' | 'createSecretKey'>;

/** Ciphers and secret keys of `node:crypto`: Node's own, over a binding of ours. */
export function makeCiphers() {
  const { Cipheriv, Decipheriv, getCipherInfo } = nodeModule<Ciphers>('internal/crypto/cipher');
  const { KeyObject, createSecretKey } = nodeModule<Keys>('internal/crypto/keys');
  const { getCiphers } = nodeModule<Pick<typeof NodeCrypto, 'getCiphers'>>('internal/crypto/util');
  return {
    Cipheriv,
    Decipheriv,
    KeyObject,
    constants: Object(facts.bindings.constants?.crypto),
    createCipheriv: (...args: unknown[]) => new Cipheriv(...args),
    createDecipheriv: (...args: unknown[]) => new Decipheriv(...args),
    createHmac: (algorithm: unknown, key: unknown) =>
      createHmac(algorithm, key instanceof KeyObject && key.type === 'secret' ? key.export() : key),
    createSecretKey,
    getCipherInfo,
    getCiphers,
  };
}
