/** How a text file is written down, beside its text. */
export interface TextForm {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';
  /** Whether it begins with a byte order mark. */
  readonly bom: boolean;
}

export const UTF8: TextForm = { encoding: 'utf-8', bom: false };

const BOMS: readonly { encoding: TextForm['encoding']; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Bytes looked at to tell text from binary. */
const SNIFFED = 8192;

/** Reads bytes as text without losing any; undefined if they are no text. */
export function decodeText(bytes: Uint8Array): { text: string; form: TextForm } | undefined {
  const mark = BOMS.find((known) => known.bytes.every((byte, index) => bytes[index] === byte));
  if (mark) {
    const text = tryDecode(mark.encoding, bytes.subarray(mark.bytes.length));
    if (text !== undefined) return { text, form: { encoding: mark.encoding, bom: true } };
  }
  if (looksBinary(bytes.subarray(0, SNIFFED))) return undefined;
  const utf8 = tryDecode('utf-8', bytes);
  if (utf8 !== undefined) return { text: utf8, form: UTF8 };
  return {
    text: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''),
    form: { encoding: 'latin1', bom: false },
  };
}

/** Writes text down in the given form; falls back to UTF-8 where Latin-1 has no letter for it. */
export function encodeText(text: string, { encoding, bom }: TextForm): Uint8Array {
  const mark = bom ? (BOMS.find((known) => known.encoding === encoding)?.bytes ?? []) : [];
  const body = encodeBody(text, encoding);
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}

function encodeBody(text: string, encoding: TextForm['encoding']): Uint8Array {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let index = 0; index < text.length; index++) {
      view.setUint16(index * 2, text.charCodeAt(index), encoding === 'utf-16le');
    }
    return new Uint8Array(view.buffer);
  }
  const codes = encoding === 'latin1' ? Uint16Array.from(text, (letter) => letter.charCodeAt(0)) : undefined;
  return codes?.every((code) => code < 256) ? Uint8Array.from(codes) : new TextEncoder().encode(text);
}

function tryDecode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A NUL byte, or more than one control character in ten, is no text. */
function looksBinary(bytes: Uint8Array): boolean {
  const strange = bytes.filter((byte) => byte < 7 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)).length;
  return bytes.includes(0) || strange * 10 > bytes.length;
}
