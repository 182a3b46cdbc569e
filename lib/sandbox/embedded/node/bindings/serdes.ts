import * as z from 'zod';
import { parseJson } from '@/lib/protocol/json';
import { isCallback, type Binding } from './binding';
import { TextDecoder, TextEncoder } from './native';

const HEADER = [0xff, 0x0f];

type Packed = [kind: string, ...values: unknown[]];

/** A value as JSON can hold it: what JSON lacks is tagged, and what is there twice is named. */
function pack(value: unknown, seen: Map<unknown, number>): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : ['number', String(Object.is(value, -0) ? '-0' : value)];
  if (value === undefined) return ['undefined'];
  if (typeof value === 'bigint') return ['bigint', String(value)];
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError');
  const known = seen.get(value);
  if (known !== undefined) return ['again', known];
  seen.set(value, seen.size);
  const each = (all: Iterable<unknown>) => Array.from(all, (one) => pack(one, seen));
  if (Array.isArray(value)) return ['array', ...each(value)];
  if (value instanceof Date) return ['date', value.getTime()];
  if (value instanceof Map) return ['map', ...each([...value].flat(1))];
  if (value instanceof Set) return ['set', ...each(value)];
  if (value instanceof RegExp) return ['regexp', value.source, value.flags];
  if (value instanceof Error) return ['error', value.name, value.message, value.stack ?? '', pack(value.cause, seen)];
  if (value instanceof ArrayBuffer) return ['buffer', ...new Uint8Array(value)];
  if (ArrayBuffer.isView(value))
    return ['view', value.constructor.name, ...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
  return ['object', ...Object.entries(value).flatMap(([key, one]) => [key, pack(one, seen)])];
}

function unpack(packed: unknown, made: unknown[]): unknown {
  if (!Array.isArray(packed)) return packed;
  const [kind, ...values] = packed as Packed;
  const keep = <T>(value: T): T => (made.push(value), value);
  switch (kind) {
    case 'number':
      return Number(values[0]);
    case 'undefined':
      return undefined;
    case 'bigint':
      return BigInt(String(values[0]));
    case 'again':
      return made[Number(values[0])];
    case 'array': {
      const all: unknown[] = keep([]);
      for (const one of values) all.push(unpack(one, made));
      return all;
    }
    case 'date':
      return keep(new Date(Number(values[0])));
    case 'map': {
      const map = keep(new Map<unknown, unknown>());
      for (let at = 0; at < values.length; at += 2) map.set(unpack(values[at], made), unpack(values[at + 1], made));
      return map;
    }
    case 'set': {
      const set = keep(new Set<unknown>());
      for (const one of values) set.add(unpack(one, made));
      return set;
    }
    case 'regexp':
      return keep(new RegExp(String(values[0]), String(values[1])));
    case 'error': {
      const error = keep(new Error(String(values[1])));
      const cause = unpack(values[3], made);
      Object.defineProperties(error, {
        name: { value: values[0], configurable: true, writable: true },
        stack: { value: values[2], configurable: true, writable: true },
      });
      if (cause !== undefined)
        Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
      return error;
    }
    case 'buffer':
      return keep(Uint8Array.from(values, Number).buffer);
    case 'view': {
      const bytes = Uint8Array.from(values.slice(1), Number);
      const View: unknown = Reflect.get(globalThis, String(values[0]));
      if (values[0] === 'Buffer') return keep(Object(View).from(bytes));
      return keep(isCallback(View) ? Reflect.construct(View, [bytes.buffer]) : bytes);
    }
    default: {
      const object: Record<string, unknown> = keep({});
      for (let at = 0; at < values.length; at += 2) object[String(values[at])] = unpack(values[at + 1], made);
      return object;
    }
  }
}

/** `internalBinding('serdes')`: V8's own format cannot be written here; what one program writes another of the sandbox reads. */
export function serdes(): Binding {
  class Serializer {
    private parts: number[] = [];

    writeHeader(): void {
      this.parts.push(...HEADER);
    }

    writeValue(value: unknown): boolean {
      const bytes = new TextEncoder().encode(JSON.stringify(pack(value, new Map())));
      this.writeUint32(bytes.length);
      for (const byte of bytes) this.parts.push(byte);
      return true;
    }

    writeUint32(value: number): void {
      this.parts.push((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
    }

    writeRawBytes(bytes: Uint8Array): void {
      this.parts.push(...bytes);
    }

    releaseBuffer(): unknown {
      const bytes = Object(Reflect.get(globalThis, 'Buffer')).from(this.parts);
      this.parts = [];
      return bytes;
    }

    transferArrayBuffer(): void {
      // Nothing is transferred.
    }

    _setTreatArrayBufferViewsAsHostObjects(): void {
      // Views are written as what they are.
    }
  }

  class Deserializer {
    private at = 0;

    constructor(readonly buffer: Uint8Array) {}

    readHeader(): boolean {
      this.at += HEADER.length;
      return true;
    }

    readUint32(): number {
      const [a = 0, b = 0, c = 0, d = 0] = this.buffer.subarray(this.at, this.at + 4);
      this.at += 4;
      return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
    }

    readValue(): unknown {
      const length = this.readUint32();
      const bytes = this.buffer.slice(this.at, this.at + length);
      this.at += length;
      const packed = parseJson(z.unknown(), new TextDecoder().decode(bytes));
      if (!packed.ok) throw new Error('Unable to deserialize cloned data.');
      return unpack(packed.value, []);
    }

    getWireFormatVersion(): number {
      return 15;
    }
  }
  return { Serializer, Deserializer };
}
