import { Buffer } from 'buffer';
import { crypto } from '../../bindings/native';
import { algorithmOf } from './algorithms';
import { memoryOf } from './arguments';

/** A worker of an opaque origin is no secure context: what its `crypto` lacks for that comes from here. */
export function completeWebCrypto(target: object = globalThis.crypto): void {
  for (const [name, value] of Object.entries({ randomUUID, subtle: { digest } })) {
    if (!(name in target)) Reflect.defineProperty(target, name, { value, enumerable: true });
  }
}

/** A UUID of version 4. */
export function randomUUID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const OF_THE_WEB = /^sha-(?:1|256|384|512)$/i;

/** `crypto.subtle.digest`. Rejects with `NotSupportedError` for an algorithm that browsers do not have. */
export async function digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
  const name = String(typeof algorithm === 'object' && algorithm ? Reflect.get(algorithm, 'name') : algorithm);
  const bytes = memoryOf(data);
  if (!bytes) throw new TypeError('The data to digest must be an ArrayBuffer or a view of one');
  const found = OF_THE_WEB.test(name) ? algorithmOf(name) : undefined;
  if (!found) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError');
  return Uint8Array.from(found(bytes)).buffer;
}
