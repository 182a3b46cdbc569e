import { Buffer } from 'buffer';
import { invalidType, invalidValue, outOfRange } from '../../argument-errors';

/** Most bytes that one call takes or gives. */
export const MOST_BYTES = 2 ** 31 - 1;

export function textArgument(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidType(name, 'of type string', value);
  return value;
}

export function numberArgument(name: string, value: unknown): number {
  if (typeof value !== 'number') throw invalidType(name, 'of type number', value);
  return value;
}

export function integerOf(name: string, value: unknown, least: number, most: number): number {
  const number = numberArgument(name, value);
  if (!Number.isInteger(number)) throw outOfRange(name, 'an integer', number);
  if (number < least || number > most) throw outOfRange(name, `>= ${least} && <= ${most}`, number);
  return number;
}

export function callbackOf(value: unknown): (error: null, result: unknown) => void {
  if (typeof value !== 'function') throw invalidType('callback', 'of type function', value);
  return (...said) => Reflect.apply(value, undefined, said);
}

/** The bytes of a text or a view. Throws what Node does for others, and for half a byte in hexadecimal. */
export function bytesArgument(name: string, data: unknown, encoding?: unknown): Uint8Array {
  if (typeof data === 'string') return encoded(data, encoding);
  if (ArrayBuffer.isView(data)) return viewed(data);
  throw invalidType(name, 'of type string or an instance of Buffer, TypedArray, or DataView', data);
}

const isMemory = (value: unknown): value is ArrayBufferLike =>
  value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;

/** The bytes of a view or of memory itself, or undefined for anything else. */
export function memoryOf(data: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(data)) return viewed(data);
  return isMemory(data) ? new Uint8Array(data) : undefined;
}

/** The bytes of a key, a password or a salt. `kinds`: what it may be an instance of, as Node says it there. */
export function secretOf(
  name: string,
  data: unknown,
  kinds = 'ArrayBuffer, Buffer, TypedArray, or DataView',
): Uint8Array {
  const bytes = typeof data === 'string' ? encoded(data) : memoryOf(data);
  if (bytes) return bytes;
  throw invalidType(name, `of type string or an instance of ${kinds}`, data);
}

/** An encoding that Node knows, in lower case; it passes over others. */
export function encodingOf(encoding: unknown): BufferEncoding | undefined {
  const name = typeof encoding === 'string' ? encoding.toLowerCase() : '';
  return Buffer.isEncoding(name) ? name : undefined;
}

const viewed = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function encoded(text: string, encoding?: unknown): Uint8Array {
  const name = encodingOf(encoding) ?? 'utf8';
  // The package's Buffer makes a list of numbers of it first.
  if (name === 'utf8' || name === 'utf-8') return new TextEncoder().encode(text);
  if (name === 'hex' && text.length % 2 === 1) {
    throw invalidValue('encoding', `is invalid for data of length ${text.length}`, encoding);
  }
  return Buffer.from(text, name);
}
