import { ossl } from './failures';

/** A running cipher, fed with bytes as they come. */
export interface CipherMode {
  update(bytes: Uint8Array): Uint8Array;
  /** The rest of the output. Throws OpenSSL's errors if the last block is incomplete or its padding is wrong. */
  final(pads: boolean): Uint8Array;
  /** The authentication tag over all bytes and `more`; only for authenticated modes. */
  seal?: (more: Uint8Array) => Uint8Array;
}

/** Computes the tag over a whole plaintext and additional data. */
export type Seal = (plain: Uint8Array, more: Uint8Array) => Uint8Array;

const BLOCK = 16;

/** A block cipher, fed in whole blocks. */
export class BlockMode implements CipherMode {
  private rest = new Uint8Array();

  /** `run` encrypts or decrypts whole blocks. */
  constructor(
    private readonly encrypts: boolean,
    private readonly run: (blocks: Uint8Array) => Uint8Array,
  ) {}

  update(bytes: Uint8Array, keepsLast = !this.encrypts): Uint8Array {
    const all = joined([this.rest, bytes]);
    // The last block may be padding, which is known only at the end.
    const length =
      all.length - (keepsLast && all.length % BLOCK === 0 ? Math.min(BLOCK, all.length) : all.length % BLOCK);
    this.rest = all.slice(length);
    return length === 0 ? new Uint8Array() : this.run(all.slice(0, length));
  }

  final(pads: boolean): Uint8Array {
    const { rest } = this;
    if (!this.encrypts || !pads) {
      if (rest.length % BLOCK > 0 || (pads && rest.length === 0))
        throw ossl('1C80006B', 'Provider routines', 'wrong final block length');
      const last = rest.length === 0 ? rest : this.run(rest);
      return pads ? withoutPadding(last) : last;
    }
    const missing = BLOCK - rest.length;
    return this.run(joined([rest, new Uint8Array(missing).fill(missing)]));
  }
}

/** A stream cipher: byte by byte, with a key stream from block counters. */
export class StreamMode implements CipherMode {
  readonly seal: CipherMode['seal'];
  private at = 0;
  private readonly plain: Uint8Array[] = [];

  constructor(
    private readonly encrypts: boolean,
    private readonly block: number,
    private readonly run: (bytes: Uint8Array, block: number) => Uint8Array,
    seal?: Seal,
  ) {
    if (seal) this.seal = (more) => seal(joined(this.plain), more);
  }

  update(bytes: Uint8Array): Uint8Array {
    const skipped = this.at % this.block;
    const result = this.run(joined([new Uint8Array(skipped), bytes]), Math.floor(this.at / this.block)).slice(skipped);
    this.at += bytes.length;
    if (this.seal) this.plain.push(this.encrypts ? bytes.slice() : result);
    return result;
  }

  final(): Uint8Array {
    return new Uint8Array();
  }
}

/** A mode that encrypts a register for each `step` bytes of its key stream, and shifts that stream or the ciphertext into it. */
export class FeedbackMode implements CipherMode {
  private stream = new Uint8Array();
  private at = 0;

  constructor(
    private readonly encrypts: boolean,
    private readonly encryptBlock: (block: Uint8Array) => Uint8Array,
    private readonly register: Uint8Array,
    private readonly feedback: { takes: 'stream' | 'cipher'; step: number },
  ) {}

  update(bytes: Uint8Array): Uint8Array {
    const { register, encrypts, feedback } = this;
    return bytes.map((byte) => {
      if (this.at === 0) this.stream = this.encryptBlock(register).slice();
      const key = this.stream[this.at] ?? 0;
      this.at = (this.at + 1) % feedback.step;
      register.copyWithin(0, 1);
      register[BLOCK - 1] = feedback.takes === 'stream' ? key : encrypts ? byte ^ key : byte;
      return byte ^ key;
    });
  }

  final(): Uint8Array {
    return new Uint8Array();
  }
}

function withoutPadding(block: Uint8Array): Uint8Array {
  const length = block.at(-1) ?? 0;
  const right = length > 0 && length <= BLOCK && block.subarray(BLOCK - length).every((byte) => byte === length);
  if (!right) throw ossl('1C800064', 'Provider routines', 'bad decrypt');
  return block.subarray(0, BLOCK - length);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
