import { Buffer } from 'buffer';

const isMemory = (value: unknown): value is ArrayBufferLike =>
  value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;

/** The bytes of a view or a buffer; undefined for anything else. */
export function memoryOf(data: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return isMemory(data) ? new Uint8Array(data) : undefined;
}

const encodingOf = (encoding: unknown): BufferEncoding | undefined =>
  typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : undefined;

/** The bytes of a text, view or buffer; empty for anything else. */
export const bytesOf = (data: unknown, encoding?: unknown): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data, encodingOf(encoding) ?? 'utf8') : (memoryOf(data) ?? new Uint8Array());

/** Bytes as a Buffer, or as text in the requested encoding. */
export function shown(bytes: Uint8Array, encoding?: unknown): Buffer | string {
  const buffer = Buffer.from(bytes);
  const known = encodingOf(encoding);
  return known ? buffer.toString(known) : buffer;
}

/** A copy of the bytes as an ArrayBuffer. */
export const copied = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Whether two secrets are the same, which takes as long wherever they differ. */
export function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  let differs = a.length ^ b.length;
  for (const [at, byte] of a.entries()) differs |= byte ^ (b[at] ?? 0);
  return differs === 0;
}

export const bigOf = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** A non-negative number in big-endian order, padded to `length`. */
export function bytesOfBig(value: bigint, length = 0): Uint8Array {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(Math.max(length * 2, hex.length + (hex.length % 2)), '0'), 'hex');
  return bytes;
}
