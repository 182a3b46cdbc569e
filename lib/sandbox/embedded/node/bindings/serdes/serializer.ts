// oxlint-disable unicorn/no-instanceof-builtins -- boxed values are kinds of their own
import { isCallback } from '../../binding';
import { bytesOfText } from '../encode';
import { proxyOf } from '../introspect';
import { isNativeError } from '../types';
import { ERROR_KINDS, ERROR_TAG, FLAGS, VALUE_TAG, WIRE_VERSION, VIEWS } from './tags';

const isInt32 = (value: number): boolean => (value | 0) === value && !Object.is(value, -0);
const isIndex = (key: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
const bytesOf = (view: ArrayBufferView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

/** Objects that are not plain and have no tag of their own. */
const NOT_CLONED = /^\[object (?:Promise|Weak\w+|Generator|AsyncGenerator|.* Iterator|Symbol|SharedArrayBuffer)\]$/;

/** V8's `Serializer`, as Node exposes it to programs: structured clones in V8's own format. */
export class Serializer {
  #bytes = new Uint8Array(256);
  #size = 0;
  readonly #ids = new Map<object, number>();
  readonly #transferred = new Map<object, number>();
  #viewsByHost = false;

  writeHeader(): void {
    this.#byte(VALUE_TAG.version);
    this.#varint(WIRE_VERSION);
  }

  writeValue(value: unknown): true {
    this.#value(value);
    return true;
  }

  releaseBuffer(): unknown {
    const made: unknown = Object(Reflect.get(globalThis, 'Buffer')).from(this.#bytes.slice(0, this.#size).buffer);
    this.#size = 0;
    return made;
  }

  transferArrayBuffer(id: number, buffer: object): void {
    this.#transferred.set(buffer, id);
  }

  writeUint32(value: number): void {
    this.#varint(value >>> 0);
  }

  writeUint64(high: number, low: number): void {
    let rest = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
    for (; rest > 127n; rest >>= 7n) this.#byte(Number(rest & 127n) | 128);
    this.#byte(Number(rest));
  }

  writeDouble(value: number): void {
    this.#raw(new Uint8Array(Float64Array.of(value).buffer));
  }

  writeRawBytes(bytes: ArrayBufferView | ArrayBuffer): void {
    this.#raw(ArrayBuffer.isView(bytes) ? bytesOf(bytes) : new Uint8Array(bytes));
  }

  _setTreatArrayBufferViewsAsHostObjects(byHost: boolean): void {
    this.#viewsByHost = byHost;
  }

  #byte(byte: number): void {
    this.#raw([byte]);
  }

  #raw(bytes: ArrayLike<number>): void {
    const size = this.#size + bytes.length;
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#size);
    this.#size = size;
  }

  #varint(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#byte((rest % 128) | 128);
    this.#byte(rest);
  }

  #value(value: unknown): void {
    switch (typeof value) {
      case 'undefined':
        return this.#byte(VALUE_TAG.undefined);
      case 'boolean':
        return this.#byte(value ? VALUE_TAG.true : VALUE_TAG.false);
      case 'number':
        return isInt32(value) ? this.#int32(value) : this.#double(VALUE_TAG.double, value);
      case 'bigint':
        this.#byte(VALUE_TAG.bigint);
        return this.#bigint(value);
      case 'string':
        return this.#string(value);
      case 'object':
        return value === null ? this.#byte(VALUE_TAG.null) : this.#object(value);
      default:
        throw this.#refusal(String(value));
    }
  }

  #int32(value: number): void {
    this.#byte(VALUE_TAG.int32);
    this.#varint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  #double(tag: number, value: number): void {
    this.#byte(tag);
    this.writeDouble(value);
  }

  #bigint(value: bigint): void {
    const digits: number[] = [];
    for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 8n) digits.push(Number(rest & 255n));
    while (digits.length % 8 !== 0) digits.push(0);
    this.#varint(digits.length * 2 + (value < 0n ? 1 : 0));
    this.#raw(digits);
  }

  #string(text: string): void {
    // eslint-disable-next-line no-control-regex -- characters that fit into one byte
    const wide = /[^\u0000-\u00ff]/.test(text);
    const bytes = bytesOfText(text, wide ? 'utf16le' : 'latin1');
    const lengthBytes = Math.max(1, Math.ceil(Math.log2(bytes.length + 1) / 7));
    // Two-byte characters must start at even offsets.
    if (wide && (this.#size + 1 + lengthBytes) % 2 === 1) this.#byte(VALUE_TAG.padding);
    this.#byte(wide ? VALUE_TAG.twoByte : VALUE_TAG.oneByte);
    this.#varint(bytes.length);
    this.#raw(bytes);
  }

  #object(value: object): void {
    const known = this.#ids.get(value);
    if (known === undefined && ArrayBuffer.isView(value) && !this.#viewsByHost) this.#object(value.buffer);
    if (known !== undefined) {
      this.#byte(VALUE_TAG.reference);
      return this.#varint(known);
    }
    this.#ids.set(value, this.#ids.size);
    if (proxyOf(value) || NOT_CLONED.test(Object.prototype.toString.call(value))) throw this.#refusal(named(value));
    if (Array.isArray(value)) this.#array(value);
    else if (ArrayBuffer.isView(value)) this.#view(value);
    else if (value instanceof ArrayBuffer) this.#buffer(value);
    else if (value instanceof Date) this.#double(VALUE_TAG.date, value.getTime());
    else if (value instanceof RegExp) this.#regexp(value);
    else if (value instanceof Map) this.#entries(VALUE_TAG.map, VALUE_TAG.mapEnd, [...value].flat(1));
    else if (value instanceof Set) this.#entries(VALUE_TAG.set, VALUE_TAG.setEnd, [...value]);
    else if (isNativeError(value)) this.#error(value);
    else if (value instanceof Number) this.#double(VALUE_TAG.numberObject, value.valueOf());
    else if (value instanceof Boolean) this.#byte(value.valueOf() ? VALUE_TAG.trueObject : VALUE_TAG.falseObject);
    else if (value instanceof String) {
      this.#byte(VALUE_TAG.stringObject);
      this.#string(value.valueOf());
    } else if (value instanceof BigInt) {
      this.#byte(VALUE_TAG.bigintObject);
      this.#bigint(value.valueOf());
    } else {
      this.#byte(VALUE_TAG.object);
      const count = this.#properties(value, Object.keys(value));
      this.#byte(VALUE_TAG.objectEnd);
      this.#varint(count);
    }
    return undefined;
  }

  #properties(value: object, keys: readonly string[]): number {
    let count = 0;
    for (const key of keys) {
      // The getter of an earlier key may have deleted it.
      if (!(key in value)) continue;
      this.#value(isIndex(key) ? Number(key) : key);
      this.#value(Reflect.get(value, key));
      count++;
    }
    return count;
  }

  #array(value: unknown[]): void {
    const { length } = value;
    const keys = Object.keys(value);
    const named = keys.filter((key) => !isIndex(key));
    const dense = keys.length - named.length === length;
    this.#byte(dense ? VALUE_TAG.dense : VALUE_TAG.sparse);
    this.#varint(length);
    // If any number is not an integer, V8 stores them all as doubles.
    const doubles =
      dense &&
      value.every((one) => typeof one === 'number') &&
      !value.every((one) => typeof one === 'number' && isInt32(one));
    if (dense)
      for (const one of value) {
        if (doubles && typeof one === 'number') this.#double(VALUE_TAG.double, one);
        else this.#value(one);
      }
    const count = this.#properties(value, dense ? named : keys);
    this.#byte(dense ? VALUE_TAG.denseEnd : VALUE_TAG.sparseEnd);
    this.#varint(count);
    this.#varint(length);
  }

  #view(value: ArrayBufferView): void {
    if (this.#viewsByHost) {
      this.#byte(VALUE_TAG.host);
      const write: unknown = Reflect.get(this, '_writeHostObject');
      if (!isCallback(write)) throw this.#refusal(named(value));
      write.call(this, value);
      return;
    }
    const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
    this.#byte(VALUE_TAG.view);
    this.#byte(VIEWS.find(([, name]) => name === kind)?.[0] ?? 0);
    this.#varint(value.byteOffset);
    this.#varint(value.byteLength);
    this.#varint(0);
  }

  #buffer(value: ArrayBuffer): void {
    const transferred = this.#transferred.get(value);
    this.#byte(transferred === undefined ? VALUE_TAG.buffer : VALUE_TAG.bufferTransfer);
    this.#varint(transferred ?? value.byteLength);
    if (transferred === undefined) this.#raw(new Uint8Array(value));
  }

  #regexp(value: RegExp): void {
    this.#byte(VALUE_TAG.regexp);
    this.#string(value.source);
    this.#varint(FLAGS.reduce((bits, [flag, bit]) => bits | (value.flags.includes(flag) ? bit : 0), 0));
  }

  #entries(begin: number, end: number, all: readonly unknown[]): void {
    this.#byte(begin);
    for (const one of all) this.#value(one);
    this.#byte(end);
    this.#varint(all.length);
  }

  #error(value: Error): void {
    this.#byte(VALUE_TAG.error);
    const kind = ERROR_KINDS.find(([, name]) => name === value.name);
    if (kind) this.#byte(kind[0]);
    const message: unknown = Object.getOwnPropertyDescriptor(value, 'message')?.value;
    if (typeof message === 'string') {
      this.#byte(ERROR_TAG.message);
      this.#string(message);
    }
    if (Object.hasOwn(value, 'cause')) {
      this.#byte(ERROR_TAG.cause);
      this.#value(value.cause);
    }
    if (typeof value.stack === 'string') {
      this.#byte(ERROR_TAG.stack);
      this.#string(value.stack);
    }
    this.#byte(ERROR_TAG.end);
  }

  #refusal(what: string): unknown {
    const make: unknown = Reflect.get(this, '_getDataCloneError');
    return isCallback(make) ? make(`${what} could not be cloned.`) : new Error(`${what} could not be cloned.`);
  }
}

/** An object as V8 names it in its error messages. */
function named(value: object): string {
  const { constructor } = value;
  return typeof constructor === 'function' && constructor.name !== ''
    ? `#<${constructor.name}>`
    : Object.prototype.toString.call(value);
}
