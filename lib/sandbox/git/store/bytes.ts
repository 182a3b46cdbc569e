import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

export { bytesToHex, concatBytes, hexToBytes, sha1 };

export const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Decodes UTF-8; invalid bytes become a replacement character. */
export const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Orders paths as git does, by their bytes. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    // UTF-16 and UTF-8 order only surrogates differently.
    const [p, q] = [x >= 0xd800 && x < 0xe000 ? x + 0x10000 : x, y >= 0xd800 && y < 0xe000 ? y + 0x10000 : y];
    return p - q;
  }
  return a.length - b.length;
}

/** A file is binary if it has a zero among its first bytes, this many. */
const BINARY_PROBE = 8000;

export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, BINARY_PROBE).includes(0);
