import { Buffer } from 'buffer';
import { deflate, deflateRaw, gzip, inflate, inflateRaw, ungzip } from 'pako';
import { Transform } from 'readable-stream';
import { messageOf } from '@/lib/protocol/message-of';
import { invalidType } from '../argument-errors';
import type { Guest } from '../guest';

type Convert = (data: Uint8Array, options: { level?: number }) => Uint8Array;

/** What each does to all of its input. pako tells gzip from deflate by itself. */
const CONVERTS: Readonly<Record<string, Convert>> = {
  deflate,
  inflate: (data) => inflate(data),
  gzip,
  gunzip: (data) => ungzip(data),
  deflateRaw,
  inflateRaw: (data) => inflateRaw(data),
  unzip: (data) => ungzip(data),
};

const bytesOf = (data: unknown): Uint8Array => {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Buffer.from(String(data));
};

const levelOf = (options: unknown): { level?: number } => {
  const level: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'level') : undefined;
  return typeof level === 'number' && level >= 0 ? { level } : {};
};

/** `node:zlib` over pako: at once, with a callback, and as streams, which give all at their end. */
export function makeZlib({ loop }: Guest) {
  const all: Record<string, unknown> = {};
  for (const [name, convert] of Object.entries(CONVERTS)) {
    const sync = (data: unknown, options?: unknown): Buffer => {
      try {
        return Buffer.from(convert(bytesOf(data), levelOf(options)));
      } catch (error) {
        throw Object.assign(new Error(messageOf(error)), {
          code: 'Z_DATA_ERROR',
          errno: -3,
        });
      }
    };
    all[`${name}Sync`] = sync;
    all[name] = (data: unknown, ...rest: readonly unknown[]) => {
      const done = rest.at(-1);
      if (typeof done !== 'function') throw invalidType('callback', 'of type function', done);
      loop.globals.setImmediate(() =>
        settle(
          () => sync(data, rest[0]),
          (...said) => Reflect.apply(done, undefined, said),
        ),
      );
    };
    all[`create${name[0]?.toUpperCase()}${name.slice(1)}`] = (options?: unknown) =>
      streamOf((data) => sync(data, options));
  }
  return {
    ...all,
    constants: { Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1 },
  };
}

function settle(work: () => Buffer, done: (error: unknown, value?: Buffer) => void): void {
  let value: Buffer;
  try {
    value = work();
  } catch (error) {
    return done(error);
  }
  done(null, value);
}

function streamOf(convert: (data: Uint8Array) => Buffer): Transform {
  const parts: Buffer[] = [];
  return new Transform({
    transform(part: unknown, _encoding, done) {
      parts.push(Buffer.from(bytesOf(part)));
      done();
    },
    flush(done) {
      settle(
        () => convert(Buffer.concat(parts)),
        (error, value) => done(error instanceof Error ? error : null, value),
      );
    },
  });
}
