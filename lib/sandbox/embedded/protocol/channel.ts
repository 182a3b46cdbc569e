/**
 * How a worker waits for the kernel: it posts a request and sleeps on shared memory until the answer is there. Layout:
 * four 32-bit words (state, kind, bytes in this part, more to come), then the bytes of the part.
 */
const STATE = 0;
const KIND = 1;
const LENGTH = 2;
const MORE = 3;
const HEADER_BYTES = 16;
const PART_BYTES = 256 * 1024;
const WAITING = 0;
const ANSWERED = 1;

export type AnswerKind = 'bytes' | 'json' | 'failure';
const KINDS: readonly AnswerKind[] = ['bytes', 'json', 'failure'];

/** `partBytes`: how much crosses at a time. */
export const newChannelMemory = (partBytes = PART_BYTES): SharedArrayBuffer =>
  new SharedArrayBuffer(HEADER_BYTES + partBytes);

/** The kernel's end. */
export class AnswerSide {
  private readonly words: Int32Array;
  private readonly part: Uint8Array;
  private rest: Uint8Array = new Uint8Array();
  private kind: AnswerKind = 'bytes';

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, 4);
    this.part = new Uint8Array(memory, HEADER_BYTES);
  }

  /** `bytes` are copied before this returns, but for what `more` will fetch. */
  answer(kind: AnswerKind, bytes: Uint8Array): void {
    this.kind = kind;
    this.rest = bytes.length > this.part.length ? bytes.slice() : bytes;
    this.more();
  }

  more(): void {
    const now = this.rest.subarray(0, this.part.length);
    this.rest = this.rest.subarray(now.length);
    this.part.set(now);
    this.words[KIND] = KINDS.indexOf(this.kind);
    this.words[LENGTH] = now.length;
    this.words[MORE] = this.rest.length > 0 ? 1 : 0;
    Atomics.store(this.words, STATE, ANSWERED);
    Atomics.notify(this.words, STATE);
  }
}

/** The worker's end. `post` sends a message to the kernel. */
export class AskSide {
  private readonly words: Int32Array;
  private readonly part: Uint8Array;

  constructor(
    memory: SharedArrayBuffer,
    private readonly post: (message: { t: 'syscall'; request: unknown } | { t: 'more' }) => void,
  ) {
    this.words = new Int32Array(memory, 0, 4);
    this.part = new Uint8Array(memory, HEADER_BYTES);
  }

  ask(request: unknown): { kind: AnswerKind; bytes: Uint8Array } {
    const parts = [this.wait({ t: 'syscall', request })];
    while (this.words[MORE] === 1) parts.push(this.wait({ t: 'more' }));
    return { kind: KINDS[this.words[KIND] ?? 0] ?? 'failure', bytes: joined(parts) };
  }

  private wait(message: { t: 'syscall'; request: unknown } | { t: 'more' }): Uint8Array {
    Atomics.store(this.words, STATE, WAITING);
    this.post(message);
    // Woken is not answered: the call that woke us may be a late one, for the answer before.
    while (Atomics.load(this.words, STATE) === WAITING) Atomics.wait(this.words, STATE, WAITING);
    return this.part.slice(0, this.words[LENGTH]);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
