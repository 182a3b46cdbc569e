import {
  ZStream,
  zlibDeflate,
  zlibDeflateInit2,
  zlibDeflateReset,
  zlibDeflateSetDictionary,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
  zlibInflateSetDictionary,
} from 'pako';
import type { NodeProgram } from '../program';
import { facts } from '../library';
import { source } from '../own/brotli-files';
import { isCallback, type Binding } from '../binding';
import type * as Brotli from './brotli';
import { Handle, shared } from './handle';
import { TextEncoder } from '../native';

const { DEFLATE, INFLATE, GZIP, GUNZIP, DEFLATERAW, INFLATERAW, UNZIP } = {
  DEFLATE: 1,
  INFLATE: 2,
  GZIP: 3,
  GUNZIP: 4,
  DEFLATERAW: 5,
  INFLATERAW: 6,
  UNZIP: 7,
} as const;
const [OK, STREAM_END, NEED_DICT, BUF_ERROR, DEFLATED, FINISH] = [0, 1, 2, -5, 8, 4] as const;
/** Added to the window bits: with a gzip header, or with either header. */
const [WITH_GZIP, WITH_EITHER] = [16, 32] as const;
/** Names of pako's settings that a level and a strategy stand for. */
const SETTINGS = ['level', 'strategy', 'good_match', 'max_lazy_match', 'nice_match', 'max_chain_length'] as const;
const GZIP_MAGIC = 0x1f;
const CODES: Readonly<Record<number, string>> = {
  [NEED_DICT]: 'Z_NEED_DICT',
  [-1]: 'Z_ERRNO',
  [-2]: 'Z_STREAM_ERROR',
  [-3]: 'Z_DATA_ERROR',
  [-4]: 'Z_MEM_ERROR',
  [BUF_ERROR]: 'Z_BUF_ERROR',
};

type Flush = Parameters<typeof zlibDeflate>[1];
type Strategy = Parameters<typeof zlibDeflateInit2>[5];
type Write = Brotli.Write<Flush>;

/** `internalBinding('zlib')`, below Node's own streams: zlib from pako, and Brotli, loaded on first use. */
export function zlib(program: NodeProgram): Binding {
  class Zlib extends Handle {
    onerror: unknown = undefined;
    readonly #mode: number;
    readonly #stream = new ZStream();
    #state = new Uint32Array(2);
    #callback: unknown;
    #bits = 0;
    #memory = 8;
    #dictionary: Uint8Array | undefined;
    #status = 0;
    /** Unknown until the first byte, if either format is accepted. */
    #isGzip: boolean | undefined;

    constructor(mode: number) {
      super();
      this.#mode = mode;
      if (mode === GUNZIP) this.#isGzip = true;
    }

    init(
      bits: number,
      level: number,
      memory: number,
      strategy: Strategy,
      state: Uint32Array<ArrayBuffer>,
      callback: unknown,
      dictionary: Uint8Array | undefined,
    ): void {
      this.#state = state;
      this.#callback = callback;
      this.#dictionary = dictionary;
      const raw = this.#mode === DEFLATERAW || this.#mode === INFLATERAW;
      const gzip = this.#mode === GZIP || this.#mode === GUNZIP;
      this.#bits = raw ? -bits : bits + (gzip ? WITH_GZIP : this.#mode === UNZIP ? WITH_EITHER : 0);
      this.#memory = memory;
      this.#begin(level, strategy);
    }

    /** Takes the settings from a new stream, as pako has no `deflateParams`. Node has flushed before. */
    params(level: number, strategy: Strategy): void {
      if (!this.#deflates) return;
      const other = new ZStream();
      zlibDeflateInit2(other, level, DEFLATED, this.#bits, this.#memory, strategy);
      const [now, next] = [Object(this.#stream.state), Object(other.state)];
      // Stored blocks leave no hashes of what they hold.
      if (now.level === 0) now.head.fill(0);
      for (const setting of SETTINGS) now[setting] = next[setting];
    }

    reset(): void {
      if (this.#deflates) zlibDeflateReset(this.#stream);
      else zlibInflateReset(this.#stream);
    }

    writeSync(...args: Write): void {
      this.#work(args);
      if (this.#fails(args[0])) return;
      this.#tell();
    }

    write(...args: Write): void {
      shared.loop?.complete(() => {
        if (this.closed) return;
        this.#work(args);
        this.run(() => {
          if (this.#fails(args[0])) return;
          this.#tell();
          const callback = this.#callback;
          if (isCallback(callback)) callback.call(this);
        });
      });
    }

    get #deflates(): boolean {
      return this.#mode === DEFLATE || this.#mode === GZIP || this.#mode === DEFLATERAW;
    }

    #begin(level: number, strategy: Strategy): void {
      if (this.#deflates) zlibDeflateInit2(this.#stream, level, DEFLATED, this.#bits, this.#memory, strategy);
      else zlibInflateInit2(this.#stream, this.#bits);
      if (this.#dictionary && this.#mode !== INFLATE && this.#mode !== UNZIP) this.#useDictionary(this.#dictionary);
    }

    #useDictionary(bytes: Uint8Array): number {
      return this.#deflates
        ? zlibDeflateSetDictionary(this.#stream, bytes)
        : zlibInflateSetDictionary(this.#stream, bytes);
    }

    #work([flush, input, at, length, output, to, room]: Write): void {
      const stream = this.#stream;
      Object.assign(stream, {
        input: input ?? new Uint8Array(),
        next_in: at,
        avail_in: length,
        output,
        next_out: to,
        avail_out: room,
      });
      if (this.#deflates) {
        this.#status = zlibDeflate(stream, flush);
        return;
      }
      const first = stream.input[stream.next_in];
      this.#status = zlibInflate(stream, flush);
      if (this.#status === NEED_DICT && this.#dictionary && this.#useDictionary(this.#dictionary) === OK)
        this.#status = zlibInflate(stream, flush);
      if (this.#mode === UNZIP && stream.total_in > 0) this.#isGzip ??= first === GZIP_MAGIC;
      // A gzip file may consist of several members.
      while (this.#isGzip && this.#status === STREAM_END && stream.avail_in > 0 && stream.input[stream.next_in] !== 0) {
        zlibInflateReset(stream);
        this.#status = zlibInflate(stream, flush);
      }
    }

    #tell(): void {
      this.#state[0] = this.#stream.avail_out;
      this.#state[1] = this.#stream.avail_in;
    }

    #fails(flush: Flush): boolean {
      const status = this.#status;
      const unfinished = status <= OK && this.#stream.avail_out > 0 && flush === FINISH;
      if (status === STREAM_END || ((status === OK || status === BUF_ERROR) && !unfinished)) return false;
      const needs = this.#dictionary ? 'Bad dictionary' : 'Missing dictionary';
      const known = status === NEED_DICT ? needs : this.#stream.msg || 'Zlib error';
      const early = status === OK || status === BUF_ERROR;
      const number = early ? BUF_ERROR : status;
      const { onerror } = this;
      if (isCallback(onerror)) onerror.call(this, early ? 'unexpected end of file' : known, number, CODES[number]);
      return true;
    }
  }

  return {
    ...facts.bindings.zlib,
    // Stack traces show the name of the class, which the minifier would change elsewhere.
    Zlib: class extends Zlib {},
    get BrotliEncoder() {
      return brotli(program).BrotliEncoder;
    },
    get BrotliDecoder() {
      return brotli(program).BrotliDecoder;
    },
    crc32,
  };
}

function brotli(program: NodeProgram): typeof Brotli {
  source.read = () => program.sys.packageFile('brotli.wasm');
  // oxlint-disable-next-line no-require-imports -- its module is large, and few programs need it
  return require('./brotli');
}

const POLYNOMIAL = 0xedb88320;
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

function crc32(data: string | Uint8Array, start = 0): number {
  let value = ~start;
  for (const byte of typeof data === 'string' ? new TextEncoder().encode(data) : data)
    value = (TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
