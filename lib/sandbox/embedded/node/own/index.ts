// oxlint-disable typescript/no-extraneous-class -- Node's JavaScript looks for these classes
import type { Guest } from '../guest';
import type { Callback } from '../bindings/binding';
import { Blob, crypto, FormData, Headers, Request, Response } from '../bindings/native';
import { nodeModule } from './node-module';

type Make = (guest: Guest) => object;

/** Modules of our own in the place of Node's, where what is under Node's is too large to stand in for. They load when they are asked for. */
const OWN: Record<string, Make> = {
  // oxlint-disable-next-line no-require-imports -- it needs Node's Buffer and streams, which are not there before
  crypto: (guest) => require('../builtins/crypto/index').makeCrypto(guest),
  // oxlint-disable-next-line no-require-imports -- the same
  zlib: (guest) => require('../builtins/zlib').makeZlib(guest),
  'internal/crypto/webcrypto': () => {
    // oxlint-disable-next-line no-require-imports -- the same
    require('../builtins/crypto/web-crypto').completeWebCrypto(crypto);
    return {
      crypto,
      Crypto: crypto.constructor,
      CryptoKey: Object(globalThis).CryptoKey ?? class CryptoKey {},
      SubtleCrypto: class SubtleCrypto {},
    };
  },
  'internal/deps/undici/undici': (guest) => ({
    FormData,
    Headers,
    Request,
    Response,
    MessageEvent: class MessageEvent extends Event {},
    // oxlint-disable-next-line no-require-imports -- the same
    fetch: require('../http/fetch').makeFetch(guest),
  }),
  'internal/blob': () => ({
    Blob,
    isBlob: (value: unknown) => value instanceof Blob,
    resolveObjectURL: () => undefined,
    createBlob: (parts: BlobPart[]) => new Blob(parts),
    kHandle: Symbol('kHandle'),
    createBlobFromFilePath: (path: string) => new Blob([Object(nodeModule('fs')).readFileSync(path)]),
  }),
};

/** The module that stands in for one of Node's, as the function that fills its exports. */
export function replaced(id: string, guest: Guest): Callback | undefined {
  const make = OWN[id];
  if (!make) return undefined;
  return (_exports, _require, module) => {
    const made = make(guest);
    if (typeof module === 'object' && module !== null) Reflect.set(module, 'exports', made);
  };
}
