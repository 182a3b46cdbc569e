import { facts } from '../../library';
import type { Binding } from '../../binding';
import { missing } from '../../missing';
import { agreement } from './agree';
import { getHashes } from './algorithms';
import { bytesOf, memoryOf, equalInConstantTime } from './bytes';
import { CipherBase } from './cipher-base';
import { cipherJobs } from './cipher-jobs';
import { cipherInfo, cipherNames, takesIv } from './ciphers';
import { getCurves } from './curves';
import { derivations } from './derive';
import { cryptoError } from './failures';
import { hashes } from './hash';
import { keyJobs } from './key-jobs';
import { createNativeKeyObjectClass, KeyObjectHandle } from './key-object';
import { Sign, SignJob, Verify } from './sign';

const BLOCK = 16;

/** `internalBinding('crypto')`. */
export const crypto = (): Binding => ({
  ...facts.bindings.crypto,
  ...agreement,
  ...cipherJobs,
  ...derivations,
  ...hashes,
  ...keyJobs,
  CipherBase,
  KeyObjectHandle,
  Sign,
  SignJob,
  Verify,
  createNativeKeyObjectClass,
  getCachedAliases: () => ({}),
  getCipherInfo,
  getCiphers: cipherNames,
  getCurves,
  getFipsCrypto: () => 0,
  getHashes,
  parseX509: missing('crypto.X509Certificate'),
  secureBuffer: (bytes: number) => new Uint8Array(bytes),
  secureHeapUsed: () => undefined,
  timingSafeEqual,
});

function timingSafeEqual(a: unknown, b: unknown): boolean {
  for (const [name, value] of [
    ['buf1', a],
    ['buf2', b],
  ] as const)
    if (!memoryOf(value))
      throw cryptoError(
        TypeError,
        'ERR_INVALID_ARG_TYPE',
        `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`,
      );
  const [first, second] = [bytesOf(a), bytesOf(b)];
  if (first.length !== second.length)
    throw cryptoError(
      RangeError,
      'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
      'Input buffers must have the same byte length',
    );
  return equalInConstantTime(first, second);
}

function getCipherInfo(target: object, name: string | number, keyLength?: number, ivLength?: number) {
  const info = cipherInfo(name);
  if (!info || (keyLength !== undefined && keyLength !== info.keyLength)) return undefined;
  if (ivLength !== undefined && !takesIv(info, ivLength)) return undefined;
  const { mode, nid } = info;
  const blockSize = mode === 'cbc' || mode === 'ecb' ? BLOCK : 1;
  return Object.assign(target, {
    mode: mode === 'cfb8' ? 'cfb' : mode,
    name: info.name,
    nid,
    ...(mode !== 'stream' && { blockSize }),
    ...(info.ivLength > 0 && { ivLength: ivLength ?? info.ivLength }),
    keyLength: info.keyLength,
  });
}
