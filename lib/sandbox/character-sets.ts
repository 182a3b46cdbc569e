import { encode } from './bytes-text';

/** Normalizes a name, so that `utf8`, `UTF-8` and `utf_8` are the same. */
export const normalizedName = (name: string): string => {
  const short = name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  return /^(?:latin1|iso88591|l1)$/.test(short)
    ? 'latin1'
    : /^(?:usascii|ascii|ansix341968|646)$/.test(short)
      ? 'ascii'
      : short;
};

const WIDE = /^(?:utf|ucs)(16|2|32|4)(le|be)?$/;

const decoderOf = (name: string): TextDecoder | undefined => {
  for (const label of [name, name.replace(/^(?:cp|windows)(?=125)/i, 'windows-'), name.replace(/_/g, '-')])
    try {
      return new TextDecoder(label, { fatal: true, ignoreBOM: true });
    } catch {
      // Try the next spelling.
    }
  return undefined;
};

/** The text before the first invalid byte, and the offset of that byte. */
interface Read {
  readonly text: string;
  readonly wrongAt?: number;
}

/** The reader for a character set; undefined if it is unknown. */
export function reader(name: string): ((bytes: Uint8Array) => Read) | undefined {
  const key = normalizedName(name);
  const upTo = (last: number) => (bytes: Uint8Array) => {
    const wrong = bytes.findIndex((byte) => byte > last);
    const text = Array.from(wrong < 0 ? bytes : bytes.subarray(0, wrong), (byte) => String.fromCharCode(byte)).join('');
    return wrong < 0 ? { text } : { text, wrongAt: wrong };
  };
  if (key === 'latin1') return upTo(255);
  if (key === 'ascii') return upTo(127);
  const [wide, bits, order] = WIDE.exec(key) ?? [];
  if (wide !== undefined) return (bytes) => ({ text: wideText(bytes, bits === '32' || bits === '4' ? 4 : 2, order) });
  const decoder = decoderOf(name);
  return decoder && ((bytes) => readBy(decoder, bytes));
}

function wideText(bytes: Uint8Array, size: number, order: string | undefined): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = bytes.length >= size ? (size === 2 ? view.getUint16(0) : view.getUint32(0)) : 0;
  const marked = order === undefined && (first === 0xfeff || first === (size === 2 ? 0xfffe : 0xfffe0000));
  const little = order === undefined ? first !== 0xfeff : order === 'le';
  let text = '';
  for (let at = marked ? size : 0; at + size <= bytes.length; at += size)
    text +=
      size === 2 ? String.fromCharCode(view.getUint16(at, little)) : String.fromCodePoint(view.getUint32(at, little));
  return text;
}

function readBy(decoder: TextDecoder, bytes: Uint8Array): Read {
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    // Finds the longest prefix that decodes; it may end inside a character.
    let [good, bad] = [0, bytes.length];
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      try {
        new TextDecoder(decoder.encoding, { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
        good = middle;
      } catch {
        bad = middle;
      }
    }
    for (let end = good; end >= Math.max(0, good - 3); end -= 1)
      try {
        return { text: decoder.decode(bytes.subarray(0, end)), wrongAt: end };
      } catch {
        // This is in the middle of a character.
      }
    return { text: '', wrongAt: good };
  }
}

/** The bytes of a character in a character set; undefined if it has no such character. */
export type Writer = (letter: string) => Uint8Array | undefined;

/** The writer for a character set; undefined if it is unknown, or cannot be written here. */
export function writer(name: string): Writer | undefined {
  const key = normalizedName(name);
  if (key === 'utf8') return encode;
  if (key === 'latin1' || key === 'ascii') {
    const last = key === 'ascii' ? 127 : 255;
    return (letter) => ((letter.codePointAt(0) ?? 0) > last ? undefined : Uint8Array.of(letter.charCodeAt(0)));
  }
  const [wide, bits, order] = WIDE.exec(key) ?? [];
  if (wide !== undefined) {
    const size = bits === '32' || bits === '4' ? 4 : 2;
    return (letter) => {
      const units = size === 2 ? letter.split('').map((unit) => unit.charCodeAt(0)) : [letter.codePointAt(0) ?? 0];
      const view = new DataView(new ArrayBuffer(units.length * size));
      for (const [at, unit] of units.entries())
        if (size === 2) view.setUint16(at * 2, unit, order !== 'be');
        else view.setUint32(at * 4, unit, order !== 'be');
      return new Uint8Array(view.buffer);
    };
  }
  const decoder = decoderOf(name);
  // What a byte of ISO-2022-JP means depends on those before it.
  return decoder && decoder.encoding !== 'iso-2022-jp' ? inverse(decoder) : undefined;
}

/** The writer for a character set of one or two bytes per character, found by decoding all of them. */
function inverse(decoder: TextDecoder): Writer {
  const known = new Map<string, Uint8Array>();
  const learn = (...bytes: number[]): void => {
    try {
      const letter = decoder.decode(Uint8Array.from(bytes));
      if (Array.from(letter).length === 1 && !known.has(letter)) known.set(letter, Uint8Array.from(bytes));
    } catch {
      // Not a character.
    }
  };
  for (let one = 0; one < 256; one += 1) learn(one);
  if (known.size < 200)
    for (let one = 128; one < 256; one += 1) for (let two = 0x40; two < 256; two += 1) learn(one, two);
  return (letter) => known.get(letter);
}
