import { encode } from '../../../../bytes-text';
import { packEntry } from '../archive/entries';

const BLOCK = 512;
const NAME = 100;
const PREFIX = 155;
/** npm gives all files the same time, so that the same files make the same archive. */
const TIME = Date.UTC(1985, 9, 26, 8, 15);
const NOBODY = { name: '', id: 0 };

/** A file in an archive, byte for byte as npm's own tar writes it: without owners and other times. */
export function packedEntry(name: string, mode: number, bytes: Uint8Array): Uint8Array[] {
  const parts = nameParts(name);
  // npm writes these names another way, which only changes the archive's checksum.
  if (!parts) {
    return packEntry({ name, type: 'file', mode, mtimeMs: TIME, target: '', owner: NOBODY, group: NOBODY, bytes });
  }
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number) => block.set(encode(text), at);
  const octal = (value: number, at: number, length: number) => {
    const digits = value.toString(8);
    put(digits.length === length - 1 ? digits : `${digits.padStart(length - 2, '0')} `, at);
  };
  put(parts.name, 0);
  octal(mode, 100, 8);
  octal(bytes.length, 124, 12);
  octal(TIME / 1000, 136, 12);
  put(' '.repeat(8), 148);
  put('0', 156);
  put('ustar\u000000', 257);
  octal(0, 329, 8);
  octal(0, 337, 8);
  put(parts.prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.fill(0, 148, 156);
  octal(sum, 148, 8);
  const body = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  body.set(bytes);
  return [block, body];
}

/** A name in the header's two fields, split at a slash; undefined if it does not fit, or has other characters than ASCII. */
function nameParts(name: string): { name: string; prefix: string } | undefined {
  if (encode(name).length !== name.length) return undefined;
  if (name.length < NAME) return { name, prefix: '' };
  for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
    if (name.length - at - 1 > NAME) return undefined;
    if (at <= PREFIX) return { name: name.slice(at + 1), prefix: name.slice(0, at) };
  }
  return undefined;
}
