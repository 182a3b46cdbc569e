import type { Guest } from '../../guest';
import { getHashes } from './algorithms';
import { makeDerive } from './derive';
import { crypto } from '../../bindings/native';
import { createHash, createHmac, hash } from './hash';
import { makeRandom } from './random';
import { timingSafeEqual } from './timing-safe-equal';
import { completeWebCrypto } from './web-crypto';

/** `node:crypto` without ciphers, keys and signatures. */
export function makeCrypto(guest: Pick<Guest, 'loop'>) {
  completeWebCrypto(crypto);
  return {
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
