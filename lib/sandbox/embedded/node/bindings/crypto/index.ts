import { facts } from '../../library';
import { getHashes } from '../../builtins/crypto/algorithms';
import type { Binding } from '../binding';
import { CipherBase } from './cipher-base';
import { cipherInfo, cipherNames, takesIv } from './ciphers';
import { createNativeKeyObjectClass, KeyObjectHandle } from './key-object';

const BLOCK = 16;

/** `internalBinding('crypto')`, as far as Node's own ciphers and secret keys ask for it. */
export const crypto = (): Binding => ({
  ...facts.bindings.crypto,
  CipherBase,
  KeyObjectHandle,
  createNativeKeyObjectClass,
  getCachedAliases: () => ({}),
  getCipherInfo,
  getCiphers: cipherNames,
  getHashes,
});

function getCipherInfo(target: object, name: string | number, keyLength?: number, ivLength?: number) {
  const info = cipherInfo(name);
  if (!info || (keyLength !== undefined && keyLength !== info.keyLength)) return undefined;
  if (ivLength !== undefined && !takesIv(info, ivLength)) return undefined;
  const { mode, nid } = info;
  const blockSize = mode === 'cbc' || mode === 'ecb' ? BLOCK : 1;
  return Object.assign(target, {
    mode,
    name: info.name,
    nid,
    ...(mode !== 'stream' && { blockSize }),
    ...(info.ivLength > 0 && { ivLength: ivLength ?? info.ivLength }),
    keyLength: info.keyLength,
  });
}
