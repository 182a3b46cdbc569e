import { invalidType } from '../../argument-errors';
import { memoryOf } from './arguments';

/** Compares bytes in a time that does not say where they differ. */
export function timingSafeEqual(one: unknown, other: unknown): boolean {
  const [a, b] = [comparable('buf1', one), comparable('buf2', other)];
  if (a.byteLength !== b.byteLength) {
    throw Object.assign(new RangeError('Input buffers must have the same byte length'), {
      code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
    });
  }
  return a.reduce((difference, byte, at) => difference | (byte ^ (b[at] ?? 0)), 0) === 0;
}

function comparable(name: string, value: unknown): Uint8Array {
  const bytes = memoryOf(value);
  if (!bytes) throw invalidType(name, 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', value);
  return bytes;
}
