import { CompressStream, DecompressStream } from 'brotli-module';
import { facts } from '../library';
import { isCallback } from '../binding';
import { Handle, shared } from './handle';

const [FINISH, SUCCESS, BUF_ERROR, QUALITY, BEST, NOT_GIVEN] = [2, 1, -5, 1, 11, 0xffffffff] as const;

/** The arguments of a write; `operation` says whether and how to flush. */
export type Write<Operation = number> = [
  operation: Operation,
  input: Uint8Array | null,
  at: number,
  length: number,
  output: Uint8Array<ArrayBuffer>,
  to: number,
  room: number,
];

interface Step {
  code: number;
  buf: Uint8Array;
  input_offset: number;
  free(): void;
}

/** Base of both directions of Brotli in `internalBinding('zlib')`: brotli-wasm below Node's streams. Only the end flushes. */
abstract class Brotli extends Handle {
  onerror: unknown = undefined;
  #state = new Uint32Array(2);
  #callback: unknown;
  #input: Uint8Array = new Uint8Array();
  protected ended = false;
  protected parameters = new Uint32Array();

  init(parameters: Uint32Array, state: Uint32Array<ArrayBuffer>, callback: unknown): void {
    this.#state = state;
    this.#callback = callback;
    this.parameters = parameters.slice();
    this.reset();
  }

  /** Starts over. */
  abstract reset(): void;
  /** Consumes input (undefined at the end) and returns at most `room` bytes of output. */
  protected abstract step(input: Uint8Array | undefined, room: number): Step;

  params(): void {
    // Parameters are set at the start only.
  }

  writeSync(...args: Write): void {
    this.#work(args);
  }

  write(...args: Write): void {
    shared.loop?.complete(() => {
      if (this.closed) return;
      this.run(() => {
        const callback = this.#callback;
        if (this.#work(args) && isCallback(callback)) callback.call(this);
      });
    });
  }

  /** Returns false after an error, which it reports to `onerror`. */
  #work([operation, input, at, length, output, to, room]: Write): boolean {
    this.#input = input?.subarray(at, at + length) ?? new Uint8Array();
    const target = new Uint8Array(output.buffer, output.byteOffset + to, room);
    let made = 0;
    try {
      for (let moves = true; moves && made < room && !this.ended;) {
        const finishes = operation === FINISH && this.#input.length === 0;
        const { code, bytes, used } = taken(this.step(finishes ? undefined : this.#input, room - made));
        target.set(bytes, made);
        made += bytes.length;
        this.#input = this.#input.subarray(used);
        this.ended = code === SUCCESS && (finishes || this instanceof BrotliDecoder);
        moves = bytes.length > 0 || used > 0 || (operation === FINISH && !finishes);
      }
    } catch (error) {
      const number = Number(/-\d+/.exec(String(Object(error).message))?.[0] ?? -1);
      return this.#fail('Decompression failed', number, codeOf(number));
    }
    this.#state.set([room - made, this.#input.length]);
    if (operation === FINISH && !this.ended && made < room)
      return this.#fail('unexpected end of file', BUF_ERROR, 'Z_BUF_ERROR');
    return true;
  }

  #fail(message: string, number: number, code: string): false {
    const { onerror } = this;
    if (isCallback(onerror)) onerror.call(this, message, number, code);
    return false;
  }
}

/** A step's result, copied into JavaScript memory. */
function taken(step: Step): { code: number; bytes: Uint8Array; used: number } {
  const { code, buf: bytes, input_offset: used } = step;
  step.free();
  return { code, bytes, used };
}

const PREFIX = 'BROTLI_DECODER';

/** Node's name for an error number. */
const codeOf = (number: number): string => {
  const found = Object.entries(Object(facts.bindings.constants?.zlib)).find(
    ([name, value]) => name.startsWith(`${PREFIX}_ERROR`) && value === number,
  );
  return `ERR_${found?.[0].slice(PREFIX.length) ?? ''}`;
};

export class BrotliEncoder extends Brotli {
  static override readonly name = 'BrotliEncoder';
  #stream: CompressStream | undefined;

  reset(): void {
    const quality = this.parameters[QUALITY] ?? NOT_GIVEN;
    this.#stream?.free();
    this.#stream = new CompressStream(quality === NOT_GIVEN ? BEST : quality);
    this.ended = false;
  }

  protected override step(input: Uint8Array | undefined, room: number): Step {
    if (!this.#stream) throw new Error('it has not begun');
    return this.#stream.compress(input, room);
  }

  protected override stop(): void {
    this.#stream?.free();
    this.#stream = undefined;
  }
}

export class BrotliDecoder extends Brotli {
  static override readonly name = 'BrotliDecoder';
  #stream: DecompressStream | undefined;

  reset(): void {
    this.#stream?.free();
    this.#stream = new DecompressStream();
    this.ended = false;
  }

  protected override step(input: Uint8Array | undefined, room: number): Step {
    if (!this.#stream) throw new Error('it has not begun');
    return this.#stream.decompress(input ?? new Uint8Array(), room);
  }

  protected override stop(): void {
    this.#stream?.free();
    this.#stream = undefined;
  }
}
