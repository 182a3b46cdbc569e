import { isCallback } from '../../binding';
import { textOfBytes } from '../encode';
import { ERROR_KINDS, ERROR_TAG, FLAGS, VALUE_TAG, WIRE_VERSION, VIEWS } from './tags';

const broken = () => new Error('Unable to deserialize cloned data.');

/** V8's `Deserializer`, as Node exposes it to programs. */
export class Deserializer {
  #at = 0;
  #version = 0;
  readonly #bytes: Uint8Array;
  readonly #objects = new Map<number, unknown>();
  readonly #transferred = new Map<number, unknown>();

  constructor(readonly buffer: ArrayBufferView) {
    if (!ArrayBuffer.isView(buffer))
      throw Object.assign(new TypeError('buffer must be a TypedArray or a DataView'), { code: 'ERR_INVALID_ARG_TYPE' });
    this.#bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }

  readHeader(): true {
    if (this.#bytes[this.#at] === VALUE_TAG.version) {
      this.#at++;
      this.#version = this.#varint();
      if (this.#version <= WIRE_VERSION) return true;
    }
    throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.');
  }

  readValue(): unknown {
    return this.#value();
  }

  getWireFormatVersion(): number {
    return this.#version;
  }

  transferArrayBuffer(id: number, buffer: unknown): void {
    this.#transferred.set(id, buffer);
  }

  readUint32(): number {
    return this.#orSay('ReadUint32', () => this.#varint());
  }

  readUint64(): [high: number, low: number] {
    return this.#orSay('ReadUint64', () => {
      let value = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = this.#byte();
        value |= BigInt(byte & 127) << shift;
        if (byte < 128) return [Number((value >> 32n) & 0xffff_ffffn), Number(value & 0xffff_ffffn)];
      }
    });
  }

  readDouble(): number {
    return this.#orSay('ReadDouble', () => this.#double());
  }

  readRawBytes(length: number): unknown {
    const at = this._readRawBytes(length);
    return Object(Reflect.get(globalThis, 'Buffer')).from(this.buffer.buffer, this.buffer.byteOffset + at, length);
  }

  /** Returns their position. */
  _readRawBytes(length: number): number {
    const at = this.#at;
    this.#orSay('ReadRawBytes', () => this.#raw(length));
    return at;
  }

  #orSay<T>(name: string, read: () => T): T {
    try {
      return read();
    } catch {
      throw new Error(`${name}() failed`);
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw broken();
    return byte;
  }

  #raw(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw broken();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  #double(): number {
    return new Float64Array(this.#raw(8).slice().buffer)[0] ?? 0;
  }

  #int32(): number {
    const value = this.#varint();
    return (value >>> 1) ^ -(value & 1);
  }

  #bigint(): bigint {
    const bits = this.#varint();
    const value = this.#raw(bits >>> 1).reduceRight((all, byte) => (all << 8n) | BigInt(byte), 0n);
    return bits & 1 ? -value : value;
  }

  #tag(): number {
    let tag = this.#byte();
    while (tag === VALUE_TAG.padding) tag = this.#byte();
    return tag;
  }

  /** Peeks at the next tag without consuming it. */
  #nextIs(tag: number): boolean {
    const at = this.#at;
    if (this.#tag() === tag) return true;
    this.#at = at;
    return false;
  }

  #string(): string {
    const value = this.#value();
    if (typeof value !== 'string') throw broken();
    return value;
  }

  #value(): unknown {
    const tag = this.#tag();
    switch (tag) {
      case VALUE_TAG.undefined:
      case VALUE_TAG.hole:
        return undefined;
      case VALUE_TAG.null:
        return null;
      case VALUE_TAG.true:
        return true;
      case VALUE_TAG.false:
        return false;
      case VALUE_TAG.int32:
        return this.#int32();
      case VALUE_TAG.uint32:
        return this.#varint();
      case VALUE_TAG.double:
        return this.#double();
      case VALUE_TAG.bigint:
        return this.#bigint();
      case VALUE_TAG.utf8:
        return textOfBytes(this.#raw(this.#varint()), 'utf8');
      case VALUE_TAG.oneByte:
        return textOfBytes(this.#raw(this.#varint()), 'latin1');
      case VALUE_TAG.twoByte:
        return textOfBytes(this.#raw(this.#varint()), 'utf16le');
      case VALUE_TAG.objectCount:
        this.#varint();
        return this.#value();
      case VALUE_TAG.reference: {
        const id = this.#varint();
        if (!this.#objects.has(id)) throw broken();
        return this.#viewOf(this.#objects.get(id));
      }
      default:
        return this.#object(tag);
    }
  }

  #keep<T>(value: T, id = this.#objects.size): T {
    this.#objects.set(id, value);
    return value;
  }

  #object(tag: number): unknown {
    switch (tag) {
      case VALUE_TAG.object: {
        const object = this.#keep({});
        this.#properties(object, VALUE_TAG.objectEnd);
        return object;
      }
      case VALUE_TAG.sparse:
      case VALUE_TAG.dense:
        return this.#array(tag === VALUE_TAG.dense);
      case VALUE_TAG.date:
        return this.#keep(new Date(this.#double()));
      case VALUE_TAG.trueObject:
        return this.#keep(Object(true));
      case VALUE_TAG.falseObject:
        return this.#keep(Object(false));
      case VALUE_TAG.numberObject:
        return this.#keep(Object(this.#double()));
      case VALUE_TAG.bigintObject:
        return this.#keep(Object(this.#bigint()));
      case VALUE_TAG.stringObject:
        return this.#keep(Object(this.#string()));
      case VALUE_TAG.regexp: {
        const source = this.#string();
        const bits = this.#varint();
        return this.#keep(new RegExp(source, FLAGS.flatMap(([flag, bit]) => (bits & bit ? [flag] : [])).join('')));
      }
      case VALUE_TAG.map: {
        const map = this.#keep(new Map());
        while (!this.#nextIs(VALUE_TAG.mapEnd)) map.set(this.#value(), this.#value());
        this.#varint();
        return map;
      }
      case VALUE_TAG.set: {
        const set = this.#keep(new Set());
        while (!this.#nextIs(VALUE_TAG.setEnd)) set.add(this.#value());
        this.#varint();
        return set;
      }
      case VALUE_TAG.buffer:
        return this.#viewOf(this.#keep(this.#raw(this.#varint()).slice().buffer));
      case VALUE_TAG.bufferTransfer:
        return this.#viewOf(this.#keep(this.#transferred.get(this.#varint())));
      case VALUE_TAG.error:
        return this.#error();
      case VALUE_TAG.host: {
        const id = this.#objects.size;
        this.#keep(undefined, id);
        const read: unknown = Reflect.get(this, '_readHostObject');
        if (!isCallback(read)) throw broken();
        return this.#keep(read.call(this), id);
      }
      default:
        throw broken();
    }
  }

  #properties(object: object, end: number): void {
    while (!this.#nextIs(end)) {
      const key = this.#value();
      if (typeof key !== 'string' && typeof key !== 'number') throw broken();
      Reflect.defineProperty(object, key, {
        value: this.#value(),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    this.#varint();
  }

  #array(dense: boolean): unknown[] {
    const length = this.#varint();
    // Do not allocate memory for an impossible length.
    if (dense && length > this.#bytes.length) throw broken();
    const array: unknown[] = this.#keep([]);
    array.length = length;
    if (dense)
      for (let at = 0; at < length; at++) {
        if (!this.#nextIs(VALUE_TAG.hole)) array[at] = this.#value();
      }
    this.#properties(array, dense ? VALUE_TAG.denseEnd : VALUE_TAG.sparseEnd);
    this.#varint();
    return array;
  }

  /** A buffer may be followed by a view on it. */
  #viewOf(buffer: unknown): unknown {
    if (!(buffer instanceof ArrayBuffer) || this.#at >= this.#bytes.length || !this.#nextIs(VALUE_TAG.view))
      return buffer;
    const tag = this.#byte();
    const [offset, bytes] = [this.#varint(), this.#varint()];
    if (this.#version >= 14) this.#varint();
    const kind = VIEWS.find(([one]) => one === tag)?.[1];
    const View: unknown = kind && Reflect.get(globalThis, kind);
    if (typeof View !== 'function') throw broken();
    const size = Number(Reflect.get(View, 'BYTES_PER_ELEMENT') ?? 1);
    return this.#keep(Reflect.construct(View, [buffer, offset, bytes / size]));
  }

  #error(): Error {
    const error = this.#keep(new Error());
    // Drop the stack of this deserializer: the error was not thrown here.
    Reflect.deleteProperty(error, 'stack');
    const define = (name: string, value: unknown) =>
      Reflect.defineProperty(error, name, { value, writable: true, enumerable: false, configurable: true });
    for (let tag = this.#varint(); tag !== ERROR_TAG.end; tag = this.#varint()) {
      const kind = ERROR_KINDS.find(([one]) => one === tag)?.[1];
      if (kind) Reflect.setPrototypeOf(error, Object(Reflect.get(globalThis, kind)).prototype);
      else if (tag === ERROR_TAG.message) define('message', this.#string());
      else if (tag === ERROR_TAG.cause) define('cause', this.#value());
      else if (tag === ERROR_TAG.stack) define('stack', this.#string());
      else throw broken();
    }
    return error;
  }
}
