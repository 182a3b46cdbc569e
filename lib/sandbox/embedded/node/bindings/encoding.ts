import { TextEncoder, TextDecoder, URL } from '../native';
import type { Binding } from '../binding';
import { bytesOfText, ENCODINGS, latin1, textOfBytes } from './encode';

const viewOf = (input: ArrayBufferView | ArrayBuffer): Uint8Array =>
  ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);

const copyOf = (input: ArrayBufferView | ArrayBuffer): Uint8Array<ArrayBuffer> => new Uint8Array(viewOf(input));

const invalidData = (encoding: string): TypeError =>
  Object.assign(new TypeError(`The encoded data was not valid for encoding ${encoding}`), {
    code: 'ERR_ENCODING_INVALID_ENCODED_DATA',
  });

const notBytes = (): TypeError =>
  Object.assign(
    new TypeError('The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.'),
    { code: 'ERR_INVALID_ARG_TYPE' },
  );

/** `internalBinding('encoding_binding')`. */
export function encodingBinding(): Binding {
  const encodeIntoResults = new Uint32Array(2);
  return {
    encodeIntoResults,
    encodeInto(text: string, target: Uint8Array) {
      const { read, written } = new TextEncoder().encodeInto(text, target);
      encodeIntoResults[0] = read;
      encodeIntoResults[1] = written;
    },
    encodeUtf8String: (text: string) => new TextEncoder().encode(text),
    decodeUTF8(input: ArrayBufferView | ArrayBuffer, ignoreBOM: boolean, fatal: boolean) {
      if (
        !ArrayBuffer.isView(input) &&
        !/^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(input))
      )
        throw notBytes();
      try {
        return new TextDecoder('utf-8', { ignoreBOM, fatal }).decode(copyOf(input));
      } catch {
        throw invalidData('utf-8');
      }
    },
    decodeLatin1: (input: ArrayBufferView | ArrayBuffer) => new TextDecoder('latin1').decode(copyOf(input)),
    toASCII: (domain: string) => (isPlain(domain) ? domain.toLowerCase() : hostOf(domain)),
    toUnicode: (domain: string) => domain,
  };
}

/** Whether a domain needs no conversion. A host of a URL may be a number, which a domain is not. */
const isPlain = (domain: string): boolean => /^[\0-\x7f]*$/.test(domain) && !/(?:^|\.)xn--/i.test(domain);

const hostOf = (domain: string): string => {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
};

const FLAG_FLUSH = 1;
const FLAG_FATAL = 2;
const FLAG_IGNORE_BOM = 4;

/** The number of terminal columns of a character. */
const widthOf = (character: string): number =>
  /\p{Mn}|\p{Me}|\p{Cf}|\p{Cc}/u.test(character)
    ? 0
    : /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u.test(
          character,
        )
      ? 2
      : 1;

/** `internalBinding('icu')`: converters use the browser's own decoders. */
export const icu = (): Binding => ({
  icuErrName: (code: number) => (code === 1 ? 'U_ILLEGAL_ARGUMENT_ERROR' : `U_ERROR_${code}`),
  hasConverter: (name: string) => {
    try {
      return new TextDecoder(name).encoding !== '';
    } catch {
      return false;
    }
  },
  getConverter: (name: string, flags: number) =>
    new TextDecoder(name, { fatal: (flags & FLAG_FATAL) !== 0, ignoreBOM: (flags & FLAG_IGNORE_BOM) !== 0 }),
  decode: (converter: TextDecoder, input: ArrayBufferView | ArrayBuffer, flags: number, encoding: string) => {
    try {
      return converter.decode(copyOf(input), { stream: (flags & FLAG_FLUSH) === 0 });
    } catch {
      throw invalidData(encoding);
    }
  },
  transcode(source: Uint8Array, from: string, to: string) {
    const named = (name: string) => (name === 'ucs2' ? 'utf16le' : name === 'binary' ? 'latin1' : name);
    const [read, write] = [ENCODINGS.find((one) => one === named(from)), ENCODINGS.find((one) => one === named(to))];
    if (!read || !write) return 1;
    const text = textOfBytes(source, read);
    const narrow = write === 'latin1' ? 255 : write === 'ascii' ? 127 : 0x10ffff;
    const kept = Array.from(text)
      .map((one) => ((one.codePointAt(0) ?? 0) > narrow ? '?' : one))
      .join('');
    return Object(Reflect.get(globalThis, 'Buffer')).from(bytesOfText(kept, write));
  },
  getStringWidth: (text: string) => Array.from(text).reduce((width, one) => width + widthOf(one), 0),
});

const FIELD = { missing: 4, buffered: 5, encoding: 6 } as const;

/** The byte length of the UTF-8 character that starts with this byte; 0 if no character starts with it. */
const utf8Length = (byte: number): number =>
  byte < 0x80 ? 1 : byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 ? (byte < 0xf0 ? 3 : 1) : byte >= 0xc2 ? 2 : 0;

/** How many bytes at the end belong to an incomplete character, and how many are missing. `buffered`: how many waited before. */
function incomplete(bytes: Uint8Array, encoding: string, buffered: number): { held: number; missing: number } {
  const none = { held: 0, missing: 0 };
  if (encoding === 'base64' || encoding === 'base64url') {
    const held = bytes.length % 3;
    return { held, missing: held === 0 ? 0 : 3 - held };
  }
  if (encoding === 'utf16le') {
    const odd = bytes.length % 2;
    const high = bytes.at(-1 - odd) ?? 0;
    // As in Node, half a character before a single byte is kept only if it was already waiting.
    const waits = odd === 0 || (buffered >= 2 && bytes.length === 3);
    if (waits && high >= 0xd8 && high <= 0xdb) return { held: odd + 2, missing: 2 - odd };
    return odd === 1 ? { held: 1, missing: 1 } : none;
  }
  if (encoding !== 'utf8') return none;
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) continue;
    const length = utf8Length(byte);
    return length > back && new TextDecoder().decode(bytes.slice(-back)).length === 1
      ? { held: back, missing: length - back }
      : none;
  }
  return none;
}

/** `internalBinding('string_decoder')`: its state is in the first bytes of a buffer, where Node reads `lastChar`. */
export const stringDecoder = (): Binding => ({
  encodings: [...ENCODINGS],
  kIncompleteCharactersStart: 0,
  kIncompleteCharactersEnd: 4,
  kMissingBytes: FIELD.missing,
  kBufferedBytes: FIELD.buffered,
  kEncodingField: FIELD.encoding,
  kNumFields: 7,
  kSize: 7,
  decode(state: Uint8Array, input: ArrayBufferView) {
    const encoding = ENCODINGS[state[FIELD.encoding] ?? 1] ?? 'utf8';
    const more = viewOf(input);
    const buffered = state[FIELD.buffered] ?? 0;
    const all = new Uint8Array(buffered + more.length);
    all.set(state.subarray(0, buffered));
    all.set(more, buffered);
    const { held, missing } = incomplete(all, encoding, buffered);
    state.set(all.subarray(all.length - held));
    state[FIELD.buffered] = held;
    state[FIELD.missing] = missing;
    return textOfBytes(all.subarray(0, all.length - held), encoding);
  },
  flush(state: Uint8Array) {
    const encoding = ENCODINGS[state[FIELD.encoding] ?? 1] ?? 'utf8';
    const rest = state.subarray(0, state[FIELD.buffered] ?? 0);
    const text = encoding === 'utf8' ? new TextDecoder().decode(rest.slice()) : textOfBytes(rest, encoding);
    state[FIELD.buffered] = 0;
    state[FIELD.missing] = 0;
    return text;
  },
});

export { latin1 };
