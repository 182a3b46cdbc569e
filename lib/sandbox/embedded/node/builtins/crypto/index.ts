import type { Guest } from '../../guest';
import { getHashes } from './algorithms';
import { makeDerive } from './derive';
import { crypto } from '../../bindings/native';
import { createHash, createHmac, Hash, hash, Hmac } from './hash';
import { makeRandom } from './random';
import { timingSafeEqual } from './timing-safe-equal';
import { completeWebCrypto } from './web-crypto';

/** `node:crypto` without ciphers, and without public and private keys and what is done with them. */
export function makeCrypto(guest: Pick<Guest, 'loop'>) {
  completeWebCrypto(crypto);
  return {
    Hash,
    Hmac,
    createHash,
    createHmac,
    getHashes,
    hash,
    timingSafeEqual,
    ...makeRandom(guest),
    ...makeDerive(guest),
    webcrypto: crypto,
    subtle: crypto.subtle,
  };
}
