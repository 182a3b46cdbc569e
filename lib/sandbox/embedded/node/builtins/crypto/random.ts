import { Buffer } from 'buffer';
import { crypto } from '../../bindings/native';
import { invalidType, outOfRange } from '../../argument-errors';
import type { Guest } from '../../guest';
import { callbackOf, memoryOf, MOST_BYTES, numberArgument } from './arguments';
import { randomUUID } from './web-crypto';

/** Most bytes that a browser gives at once. */
const QUOTA_BYTES = 65_536;

/** So many numbers can be drawn from six bytes. */
const DRAWN = 2 ** 48;

function fill(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; at += QUOTA_BYTES) {
    // A browser does not fill memory that is shared.
    bytes.set(crypto.getRandomValues(new Uint8Array(Math.min(QUOTA_BYTES, bytes.byteLength - at))), at);
  }
}

/** A number below `range`, each as likely as the others. */
function below(range: number): number {
  for (;;) {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    const drawn = (high % 2 ** 16) * 2 ** 32 + low;
    if (drawn < DRAWN - (DRAWN % range)) return drawn % range;
  }
}

/** The part of `target` that offset and size name, in its elements. */
function partOf(target: unknown, offset: unknown, size: unknown): Uint8Array {
  const bytes = memoryOf(target);
  if (!bytes) throw invalidType('buf', 'an instance of ArrayBuffer or ArrayBufferView', target);
  const unit = Number(Reflect.get(Object(target), 'BYTES_PER_ELEMENT') ?? 1);
  const from = numberArgument('offset', offset) * unit;
  if (!(from >= 0 && from <= bytes.byteLength)) throw outOfRange('offset', `>= 0 && <= ${bytes.byteLength}`, from);
  const start = Math.floor(from);
  return bytes.subarray(start, start + sizeOf(size, unit, start, bytes.byteLength));
}

function sizeOf(size: unknown, unit: number, start: number, end: number): number {
  if (size === undefined) return end - start;
  const wanted = byteCount(numberArgument('size', size) * unit);
  if (start + wanted > end) throw outOfRange('size + offset', `<= ${end}`, start + wanted);
  return wanted;
}

function byteCount(size: number): number {
  if (!(size >= 0 && size <= MOST_BYTES)) throw outOfRange('size', `>= 0 && <= ${MOST_BYTES}`, size);
  return Math.floor(size);
}

function safeInteger(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw invalidType(name, 'a safe integer', value);
}

/** What `node:crypto` draws at random, from the browser's own source; at once or by a callback. */
export function makeRandom({ loop }: Pick<Guest, 'loop'>) {
  const tell = (done: ReturnType<typeof callbackOf>, value: unknown): void =>
    loop.globals.setImmediate(() => done(null, value));
  const randomFillSync = (target: unknown, offset: unknown = 0, size?: unknown): unknown => {
    fill(partOf(target, offset, size));
    return target;
  };
  return {
    randomFillSync,
    randomFill: (target: unknown, ...rest: readonly unknown[]) => {
      const done = callbackOf(rest.at(-1));
      tell(done, randomFillSync(target, ...rest.slice(0, -1)));
    },
    randomBytes: (size: unknown, callback?: unknown) => {
      const bytes = Buffer.alloc(byteCount(numberArgument('size', size)));
      fill(bytes);
      return callback === undefined ? bytes : tell(callbackOf(callback), bytes);
    },
    /** From `min` on and below `max`; without `min`, from 0. */
    randomInt: (...args: readonly unknown[]) => {
      const single = args[1] === undefined || typeof args[1] === 'function';
      const [min, max, callback] = single ? [0, args[0], args[1]] : args;
      const [from, to] = [safeInteger('min', min), safeInteger('max', max)];
      if (to <= from) throw outOfRange('max', `greater than the value of "min" (${from})`, to);
      if (to - from >= DRAWN) throw outOfRange(single ? 'max' : 'max - min', `<= ${DRAWN - 1}`, to - from);
      const drawn = from + below(to - from);
      return callback === undefined ? drawn : tell(callbackOf(callback), drawn);
    },
    randomUUID,
    getRandomValues: <T extends ArrayBufferView<ArrayBuffer>>(array: T) => crypto.getRandomValues(array),
  };
}
