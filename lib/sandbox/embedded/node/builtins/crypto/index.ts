import type { Guest } from '../../guest';
import { getHashes } from './algorithms';
import { makeDerive } from './derive';
import { createHash, createHmac, hash } from './hash';
import { makeRandom } from './random';
import { timingSafeEqual } from './timing-safe-equal';

/** `node:crypto` without ciphers, keys and signatures. */
export const makeCrypto = (guest: Pick<Guest, 'loop'>) => ({
  createHash,
  createHmac,
  getHashes,
  hash,
  timingSafeEqual,
  ...makeRandom(guest),
  ...makeDerive(guest),
  webcrypto: crypto,
  subtle: crypto.subtle,
});
