import { TextDecoder, TextEncoder } from './native';
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
/** Streams between programs are text: a byte that is not UTF-8 travels as this plus its value, like Python's surrogateescape. */
const ESCAPE = 0xdc00;
const ESCAPED = /[\udc80-\udcff]/;

const lengthOf = (byte: number): number =>
  byte < 0x80
    ? 1
    : byte >= 0xc2 && byte < 0xe0
      ? 2
      : byte >= 0xe0 && byte < 0xf0
        ? 3
        : byte >= 0xf0 && byte < 0xf5
          ? 4
          : 0;

/** Bytes as text that `bytesOf` turns back into the same bytes. */
export function textOf(bytes: Uint8Array): string {
  const own = bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(bytes);
  try {
    return strict.decode(own);
  } catch {
    let text = '';
    for (let at = 0; at < own.length;) {
      const length = lengthOf(own[at] ?? 0);
      const part = own.subarray(at, at + Math.max(1, length));
      const valid = length > 0 && part.length === length ? decoded(part) : undefined;
      text += valid ?? String.fromCharCode(ESCAPE + (own[at] ?? 0));
      at += valid === undefined ? 1 : length;
    }
    return text;
  }
}

function decoded(part: Uint8Array): string | undefined {
  try {
    return strict.decode(part);
  } catch {
    return undefined;
  }
}

export function bytesOf(text: string): Uint8Array {
  if (!ESCAPED.test(text)) return encoder.encode(text);
  const parts: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xdc80 && code <= 0xdcff) parts.push(code - ESCAPE);
    else parts.push(...encoder.encode(character));
  }
  return new Uint8Array(parts);
}

/** Writes bytes as text, and keeps an incomplete character for the next write. */
export class TextWriter {
  private rest = new Uint8Array();

  constructor(private readonly write: (text: string) => void) {}

  push(bytes: Uint8Array): void {
    const all = new Uint8Array(this.rest.length + bytes.length);
    all.set(this.rest);
    all.set(bytes, this.rest.length);
    let whole = all.length;
    for (let back = 1; back <= Math.min(3, all.length); back++) {
      const byte = all[all.length - back] ?? 0;
      if ((byte & 0xc0) === 0x80) continue;
      if (lengthOf(byte) > back) whole = all.length - back;
      break;
    }
    this.rest = all.slice(whole);
    if (whole > 0) this.write(textOf(all.subarray(0, whole)));
  }

  flush(): void {
    if (this.rest.length > 0) this.write(textOf(this.rest));
    this.rest = new Uint8Array();
  }
}

/** Adapts a writer of text to bytes. Anything else ends the text with `null`. */
export function writingTo(write: (text: string | null) => void): (part: Uint8Array | null | number) => void {
  const writer = new TextWriter(write);
  return (part) => {
    if (part instanceof Uint8Array) return writer.push(part);
    writer.flush();
    return write(null);
  };
}
