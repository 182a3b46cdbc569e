/** A file's text, ready to be searched: without a byte order mark, with line ends normalized. */
export interface SearchText {
  readonly text: string;
  /** Whether every character of it is ASCII. */
  readonly ascii: boolean;
}

/** Created once: creating one takes as long as reading a small file. */
const DECODERS = {
  'utf-8': new TextDecoder('utf-8'),
  'utf-16le': new TextDecoder('utf-16le'),
  'utf-16be': new TextDecoder('utf-16be'),
};

/** The first bytes, among which most binary files have a NUL. */
const SNIFFED = 256;

/** Decodes a file; undefined for a binary file, which is one that contains a NUL. */
export function searchText(bytes: Uint8Array, keepCr = false): SearchText | undefined {
  const utf16 = utf16Of(bytes);
  if (!utf16 && bytes.subarray(0, SNIFFED).includes(0)) return undefined;
  const whole = DECODERS[utf16 ?? 'utf-8'].decode(bytes);
  // Searching the text is several times faster than searching the bytes.
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
