/** A file's text, ready to be searched: without a byte order mark, its line ends alike. */
export interface SearchText {
  readonly text: string;
  /** Whether every character of it is ASCII. */
  readonly ascii: boolean;
}

/** Made once: to make one takes as long as to read a small file. */
const DECODERS = {
  'utf-8': new TextDecoder('utf-8'),
  'utf-16le': new TextDecoder('utf-16le'),
  'utf-16be': new TextDecoder('utf-16be'),
};

/** Bytes in which most binary files give themselves away. */
const SNIFFED = 256;

/** Reads a file's bytes as text; undefined for a binary file, one with a NUL byte in it. */
export function searchText(bytes: Uint8Array, keepCr = false): SearchText | undefined {
  const utf16 = utf16Of(bytes);
  if (!utf16 && bytes.subarray(0, SNIFFED).includes(0)) return undefined;
  const whole = DECODERS[utf16 ?? 'utf-8'].decode(bytes);
  // Looked for in the text, where it is found several times faster than in the bytes.
  if (!utf16 && whole.includes('\0')) return undefined;
  return {
    text: keepCr || !whole.includes('\r\n') ? whole : whole.replaceAll('\r\n', '\n'),
    ascii: utf16 === undefined && whole.length === bytes.length,
  };
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}
