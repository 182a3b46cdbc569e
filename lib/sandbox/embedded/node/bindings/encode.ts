import { TextDecoder, TextEncoder, btoa } from '../native';
/** Node's encodings, by their number in C++. */
export const ENCODINGS = ['ascii', 'utf8', 'base64', 'utf16le', 'latin1', 'hex', 'buffer', 'base64url'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });
const encoder = new TextEncoder();
const CHUNK = 0x2000;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int8Array(256).fill(-1);
for (const [value, character] of BASE64.split('').entries()) VALUES[character.charCodeAt(0)] = value;
VALUES['-'.charCodeAt(0)] = 62;
VALUES['_'.charCodeAt(0)] = 63;

/** Shared memory cannot be decoded directly. */
const own = (bytes: Uint8Array): Uint8Array => (bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(bytes));

export function latin1(bytes: Uint8Array, mask = 255): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK).map((byte) => byte & mask));
  return text;
}

function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16);
  return text;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(latin1(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

export function textOfBytes(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case 'ascii':
      return latin1(bytes, 127);
    case 'latin1':
      return latin1(bytes);
    case 'hex':
      return hex(bytes);
    case 'base64':
      return btoa(latin1(bytes));
    case 'base64url':
      return base64url(bytes);
    case 'utf16le':
      return utf16Text(bytes.length % 2 === 0 ? bytes : bytes.subarray(0, -1));
    default:
      return utf8.decode(own(bytes));
  }
}

/** Keeps lone surrogates. */
function utf16Text(bytes: Uint8Array): string {
  const text = utf16.decode(own(bytes));
  if (!text.includes('\ufffd')) return text;
  let exact = '';
  for (let at = 0; at < bytes.length; at += 2)
    exact += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
  return exact;
}

export function bytesOfText(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'ascii':
    case 'latin1':
      return Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    case 'hex':
      return bytesOfHex(text);
    case 'base64':
    case 'base64url':
      return bytesOfBase64(text);
    case 'utf16le': {
      const bytes = new Uint8Array(text.length * 2);
      for (let at = 0; at < text.length; at++) {
        const unit = text.charCodeAt(at);
        bytes[at * 2] = unit & 255;
        bytes[at * 2 + 1] = unit >> 8;
      }
      return bytes;
    }
    default:
      return encoder.encode(text);
  }
}

function bytesOfHex(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at + 1 < text.length; at += 2) {
    const pair = text.slice(at, at + 2);
    if (!/^[\da-f]{2}$/i.test(pair)) break;
    bytes.push(Number.parseInt(pair, 16));
  }
  return new Uint8Array(bytes);
}

/** As lenient as Node: skips characters that are not base64, of which it sees the low byte; padding ends the text. */
function bytesOfBase64(text: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 61) break;
    const value = VALUES[code & 255] ?? -1;
    if (value < 0) continue;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
  }
  return new Uint8Array(bytes);
}
