/** A file's text, ready to be searched: without a byte order mark, its line ends alike. */
export interface SearchText {
  readonly text: string;
  /** Whether every character of it is ASCII. */
  readonly ascii: boolean;
}

/** Reads a file's bytes as text; undefined for a binary file, one with a NUL byte in it. */
export function searchText(bytes: Uint8Array, keepCr = false): SearchText | undefined {
  const utf16 = utf16Of(bytes);
  if (utf16 === undefined && bytes.includes(0)) return undefined;
  const whole = new TextDecoder(utf16 ?? 'utf-8').decode(bytes);
  return {
    text: keepCr || !whole.includes('\r\n') ? whole : whole.replaceAll('\r\n', '\n'),
    ascii: utf16 === undefined && whole.length === bytes.length,
  };
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}
