/** Taken when this module loads: later, Node's own replace them in the global scope. */
const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Added to a byte that is not valid UTF-8, as in Python's `surrogateescape`: so none is lost between reading and writing. */
const ESCAPED = 0xdc00;

/** Decodes UTF-8; each invalid byte is kept as a lone surrogate. */
export function decode(bytes: Uint8Array): string {
  // Browsers decode no memory that workers share.
  const own = bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(bytes);
  try {
    return strict.decode(own);
  } catch {
    return decodeBroken(own);
  }
}

/** Decodes bytes as in the C locale: no byte above ASCII is part of a character. */
export const decodeInC = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : ESCAPED + byte)).join('');

/** The decoder for programs with these environment variables. */
export function decoderOf(env: Readonly<Record<string, string | undefined>>): (bytes: Uint8Array) => string {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === 'C' || locale === 'POSIX' ? decodeInC : decode;
}

/** Encodes text to the bytes that `decode` made it from. */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  if (text.isWellFormed()) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { 0: run, index } of text.matchAll(/(?<![\ud800-\udbff])[\udc80-\udcff]+/g)) {
    if (index > from) parts.push(encoder.encode(text.slice(from, index)));
    from = index + run.length;
    parts.push(Uint8Array.from({ length: run.length }, (_, at) => run.charCodeAt(at) - ESCAPED));
  }
  if (from < text.length) parts.push(encoder.encode(text.slice(from)));
  return concat(parts);
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Passes on bytes as text, and keeps a character that is cut off until the rest of it comes. */
export class TextWriter {
  private begun = new Uint8Array();

  constructor(private readonly write: (text: string) => void) {}

  push(bytes: Uint8Array): void {
    const all = this.begun.length > 0 ? concat([this.begun, bytes]) : bytes;
    const whole = wholeCharacters(all);
    this.begun = all.slice(whole);
    if (whole > 0) this.write(decode(all.subarray(0, whole)));
  }

  /** Passes on the rest as it is. */
  flush(): void {
    const rest = this.begun;
    this.begun = new Uint8Array();
    if (rest.length > 0) this.write(decode(rest));
  }
}

/** The number of bytes before a character that is cut off at the end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) !== 0x80) return lengthFrom(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function decodeBroken(bytes: Uint8Array): string {
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    if (length > 0) at += length;
    else {
      if (at > from) text += strict.decode(bytes.subarray(from, at));
      text += String.fromCharCode(ESCAPED + (bytes[at] ?? 0));
      from = ++at;
    }
  }
  return text + strict.decode(bytes.subarray(from));
}

/** The number of bytes of the well-formed character at `at`; 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length = lengthFrom(first);
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return 0;
    if (next === 1 && ((first === 0xe0 && byte < 0xa0) || (first === 0xed && byte > 0x9f))) return 0;
    if (next === 1 && ((first === 0xf0 && byte < 0x90) || (first === 0xf4 && byte > 0x8f))) return 0;
  }
  return length;
}

/** The number of bytes of a character that begins with this one; 0 if none does. */
const lengthFrom = (first: number): number =>
  first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
