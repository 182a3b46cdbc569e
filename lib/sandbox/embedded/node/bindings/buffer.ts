import { TextEncoder, TextDecoder, atob, btoa, structuredClone } from '../native';
import type { Binding } from '../binding';
import { bytesOfText, ENCODINGS, textOfBytes, type Encoding } from './encode';
import { hold } from '../memory';

/** Results of `atob` for text that it cannot decode. */
const [NOT_ENCODED, INVALID_CHARACTER] = [-1, -2];
const MAX_LENGTH = 4_294_967_296;
const MAX_STRING = 536_870_888;

const bytesOf = (value: ArrayBufferView | ArrayBuffer): Uint8Array =>
  value instanceof Uint8Array
    ? value
    : ArrayBuffer.isView(value)
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : new Uint8Array(value);

const order = (a: Uint8Array, b: Uint8Array): number => {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return Math.sign(a.length - b.length);
};

/** The index of `needle` in `all`, searching from `offset` forwards or backwards; -1 if not found. */
function indexOf(all: Uint8Array, needle: Uint8Array, offset: number, forward: boolean, step = 1): number {
  let from = offset < 0 ? offset + all.length : offset;
  if (from < 0) {
    if (!forward) return -1;
    from = 0;
  }
  if (from > all.length - needle.length) {
    if (forward) return needle.length === 0 ? all.length : -1;
    from = all.length - needle.length;
  }
  if (needle.length === 0) return from;
  from -= from % step;
  for (let at = from; at >= 0 && at <= all.length - needle.length; at += forward ? step : -step) {
    let same = 0;
    while (same < needle.length && all[at + same] === needle[same]) same++;
    if (same === needle.length) return at;
  }
  return -1;
}

const stepOf = (encoding: number): number => (ENCODINGS[encoding] === 'utf16le' ? 2 : 1);
const encodingOf = (encoding: number): Encoding => ENCODINGS[encoding] ?? 'utf8';

function swap(bytes: Uint8Array, size: number): Uint8Array {
  for (let at = 0; at + size <= bytes.length; at += size) bytes.subarray(at, at + size).reverse();
  return bytes;
}

/** `proto.utf8Slice` and so on, called with a buffer as `this`. */
function slices(): Binding {
  const names = {
    ascii: 'ascii',
    base64: 'base64',
    base64url: 'base64url',
    latin1: 'latin1',
    hex: 'hex',
    ucs2: 'utf16le',
    utf8: 'utf8',
  } as const;
  const made: Binding = {};
  for (const [name, encoding] of Object.entries(names)) {
    made[`${name}Slice`] = function slice(this: unknown, start = 0, end?: number) {
      const bytes = receiver(this);
      const to = Math.max(start, end ?? bytes.length);
      if (start < 0 || start > bytes.length || to > bytes.length) throw outOfRange();
      return textOfBytes(bytes.subarray(start, to), encoding);
    };
    made[`${name}Write`] = function write(this: unknown, text: unknown, offset = 0, most?: number) {
      const all = receiver(this);
      if (typeof text !== 'string') throw notA('string');
      if (offset > all.length)
        throw Object.assign(new RangeError('"offset" is outside of buffer bounds'), {
          code: 'ERR_BUFFER_OUT_OF_BOUNDS',
        });
      const room = Math.min(most ?? Infinity, all.length - offset);
      if (encoding === 'utf8') return new TextEncoder().encodeInto(text, all.subarray(offset, offset + room)).written;
      const bytes = bytesOfText(text, encoding);
      const whole = encoding === 'utf16le' ? room - (room % 2) : room;
      all.set(bytes.subarray(0, whole), offset);
      return Math.min(bytes.length, whole);
    };
  }
  return made;
}

const notA = (what: string): TypeError =>
  Object.assign(new TypeError(`argument must be a ${what}`), { code: 'ERR_INVALID_ARG_TYPE' });

/** The bytes of what a method is called on. */
function receiver(value: unknown): Uint8Array {
  if (ArrayBuffer.isView(value)) return bytesOf(value);
  throw notA('buffer');
}

const outOfRange = (): RangeError => Object.assign(new RangeError('Index out of range'), { code: 'ERR_OUT_OF_RANGE' });

/** Fills with bytes, a number or text; returns -1 if there is nothing to fill with, -2 if out of bounds. */
function fill(target: Uint8Array, value: unknown, start: number, end: number, encoding: string): number | undefined {
  if (start < 0 || end > target.length) return -2;
  if (start >= end) return undefined;
  if (typeof value === 'number') {
    target.fill(value & 255, start, end);
    return undefined;
  }
  const named =
    ENCODINGS.find((one) => one === encoding) ?? (/^(?:ucs-?2|utf-?16le)$/i.test(encoding) ? 'utf16le' : 'utf8');
  const bytes =
    typeof value === 'string'
      ? bytesOfText(value, encoding === 'binary' ? 'latin1' : named)
      : ArrayBuffer.isView(value)
        ? bytesOf(value)
        : new Uint8Array([Number(value) & 255]);
  if (bytes.length === 0) return -1;
  for (let at = start; at < end; at += bytes.length)
    target.set(bytes.subarray(0, Math.min(bytes.length, end - at)), at);
  return undefined;
}

/** `internalBinding('buffer')`. */
export const buffer = (): Binding => ({
  hold,
  kMaxLength: MAX_LENGTH,
  kStringMaxLength: MAX_STRING,
  setBufferPrototype: () => undefined,
  getZeroFillToggle: () => undefined,
  createUnsafeArrayBuffer: (size: number) => new ArrayBuffer(size),
  byteLengthUtf8: (text: string) => new TextEncoder().encode(text).length,
  compare: (a: ArrayBufferView, b: ArrayBufferView) => order(bytesOf(a), bytesOf(b)),
  compareOffset: (
    a: Uint8Array,
    b: Uint8Array,
    targetStart: number,
    sourceStart: number,
    targetEnd: number,
    sourceEnd: number,
  ) => {
    if (sourceStart > a.byteLength)
      throw Object.assign(new RangeError('The value of "sourceStart" is out of range.'), { code: 'ERR_OUT_OF_RANGE' });
    if (targetStart > b.byteLength)
      throw Object.assign(new RangeError('The value of "targetStart" is out of range.'), { code: 'ERR_OUT_OF_RANGE' });
    return order(a.subarray(sourceStart, sourceEnd), b.subarray(targetStart, targetEnd));
  },
  copy: (source: ArrayBufferView, target: ArrayBufferView, targetStart: number, sourceStart: number, count: number) => {
    const to = bytesOf(target).subarray(targetStart);
    to.set(bytesOf(source).subarray(sourceStart, sourceStart + Math.min(count, to.length)));
    return count;
  },
  copyArrayBuffer: (
    target: ArrayBuffer,
    targetStart: number,
    source: ArrayBuffer,
    sourceStart: number,
    count: number,
  ) => new Uint8Array(target).set(new Uint8Array(source, sourceStart, count), targetStart),
  detachArrayBuffer: (one: ArrayBuffer) => structuredClone(one, { transfer: [one] }),
  fill,
  indexOfBuffer: (all: ArrayBufferView, needle: ArrayBufferView, offset: number, encoding: number, forward: boolean) =>
    indexOf(bytesOf(all), bytesOf(needle), offset, forward, stepOf(encoding)),
  indexOfNumber: (all: ArrayBufferView, needle: number, offset: number, forward: boolean) =>
    indexOf(bytesOf(all), new Uint8Array([needle & 255]), offset, forward),
  indexOfString: (all: ArrayBufferView, needle: string, offset: number, encoding: number, forward: boolean) =>
    indexOf(bytesOf(all), bytesOfText(needle, encodingOf(encoding)), offset, forward, stepOf(encoding)),
  swap16: (bytes: Uint8Array) => swap(bytes, 2),
  swap32: (bytes: Uint8Array) => swap(bytes, 4),
  swap64: (bytes: Uint8Array) => swap(bytes, 8),
  isUtf8: (bytes: ArrayBufferView) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(bytes).slice());
      return true;
    } catch {
      return false;
    }
  },
  isAscii: (bytes: ArrayBufferView) => bytesOf(bytes).every((byte) => byte < 128),
  atob: (text: string) => {
    try {
      return atob(text);
    } catch {
      return /[^\w+/\s]|_/.test(text) ? INVALID_CHARACTER : NOT_ENCODED;
    }
  },
  btoa: (text: string) => {
    try {
      return btoa(text);
    } catch {
      return -1;
    }
  },
  ...slices(),
});
