import { Buffer } from 'buffer';
import { facts } from '../../library';
import { memoryOf } from '../../builtins/crypto/arguments';
import { timingSafeEqual } from '../../builtins/crypto/timing-safe-equal';
import { isCallback } from '../binding';
import { missing } from '../missing';

const { kKeyTypeSecret }: { kKeyTypeSecret?: number } = Object(facts.bindings.crypto);

/** Node's `KeyObjectHandle`: a secret key. Public and private ones are not there. */
export class KeyObjectHandle {
  bytes: Uint8Array = new Uint8Array();

  init(type: number, data: unknown): void {
    if (type !== kKeyTypeSecret) missing('public and private keys in node:crypto')();
    this.bytes = (memoryOf(data) ?? new Uint8Array()).slice();
  }

  initJwk(): never {
    return missing('public and private keys in node:crypto')();
  }

  getSymmetricKeySize(): number {
    return this.bytes.length;
  }

  equals(other: KeyObjectHandle): boolean {
    return this.bytes.length === other.bytes.length && timingSafeEqual(this.bytes, other.bytes);
  }

  export(): Buffer {
    return Buffer.from(this.bytes);
  }

  exportJwk(target: object): object {
    return Object.assign(target, { kty: 'oct', k: Buffer.from(this.bytes).toString('base64url') });
  }
}

/** The class that Node's classes of keys extend, which `make` makes of it. */
export function createNativeKeyObjectClass(make: unknown): unknown {
  class NativeKeyObject {
    // oxlint-disable-next-line no-useless-constructor -- it takes the handle that is not kept
    constructor(readonly handle: unknown) {
      Reflect.deleteProperty(this, 'handle');
    }
  }
  return isCallback(make) ? make(NativeKeyObject) : undefined;
}
