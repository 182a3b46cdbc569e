import { sha1 } from '@noble/hashes/legacy.js';
import { decode, encode } from '../../bytes-text';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

export { bytesToHex, concatBytes, hexToBytes, sha1 };

/** Bytes that are not UTF-8 are kept in text as lone surrogates, one for each. */
export { decode as decodeUtf8, encode as encodeUtf8 };

/** Orders paths as git does, by their bytes. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    // UTF-16 and UTF-8 order only surrogates differently.
    return isSurrogate(x) || isSurrogate(y) ? compareBytes(encode(a), encode(b)) : x - y;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000;

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, at) => byte !== b[at]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/** A file is binary if it has a zero among its first bytes, this many. */
const BINARY_PROBE = 8000;

export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, BINARY_PROBE).includes(0);

/** Bytes below a space that are text: backspace, tab, line feed, form feed, escape. A carriage return is if a line feed follows. */
const TEXT_CONTROLS = new Set([8, 9, 10, 12, 27]);

/** Whether line ends are left alone: a NUL, a lone carriage return, or more than one byte in 128 that is no text. */
export function hasNoLines(bytes: Uint8Array): boolean {
  let odd = 0;
  const end = bytes.at(-1) === 26 ? bytes.length - 1 : bytes.length;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0 || (byte === 13 && bytes[at + 1] !== 10)) return true;
    if (byte === 127 || (byte < 32 && byte !== 13 && !TEXT_CONTROLS.has(byte))) odd++;
  }
  if (odd === 0) return false;
  let plain = 0;
  for (const byte of bytes) if ((byte >= 32 && byte !== 127) || (TEXT_CONTROLS.has(byte) && byte !== 10)) plain++;
  return plain >> 7 < odd;
}
