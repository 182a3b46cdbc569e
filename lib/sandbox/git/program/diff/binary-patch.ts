import { deflate } from 'pako';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
/** Bytes per line. */
const LINE_BYTES = 52;

/** The contents of a file on both sides, as `git diff --binary` shows them. */
export const binaryPatch = (old: Uint8Array, now: Uint8Array): string =>
  `GIT binary patch\n${literal(now)}${literal(old)}`;

function literal(bytes: Uint8Array): string {
  const packed = deflate(bytes, { level: 1 });
  let out = `literal ${bytes.length}\n`;
  for (let at = 0; at < packed.length; at += LINE_BYTES) {
    const line = packed.subarray(at, at + LINE_BYTES);
    const length =
      line.length <= 26 ? String.fromCharCode(64 + line.length) : String.fromCharCode(96 + line.length - 26);
    out += `${length}${encode85(line)}\n`;
  }
  return `${out}\n`;
}

function encode85(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += 4) {
    let value = 0;
    for (let byte = 0; byte < 4; byte++) value = value * 256 + (bytes[at + byte] ?? 0);
    let five = '';
    for (let digit = 0; digit < 5; digit++) {
      five = (DIGITS[value % 85] ?? '') + five;
      value = Math.floor(value / 85);
    }
    out += five;
  }
  return out;
}

/** Decodes such lines to bytes, which are still compressed; undefined if they are damaged. */
export function decode85(lines: readonly string[]): Uint8Array | undefined {
  const bytes: number[] = [];
  for (const line of lines) {
    const code = line.charCodeAt(0);
    const count = code >= 97 ? code - 96 + 26 : code - 64;
    const own: number[] = [];
    for (let at = 1; at < line.length; at += 5) {
      let value = 0;
      for (const char of line.slice(at, at + 5)) {
        const digit = DIGITS.indexOf(char);
        if (digit < 0) return undefined;
        value = value * 85 + digit;
      }
      own.push((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
    }
    bytes.push(...own.slice(0, count));
  }
  return new Uint8Array(bytes);
}
