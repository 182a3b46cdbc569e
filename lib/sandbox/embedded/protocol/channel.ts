/**
 * How a worker waits for the kernel: it posts a request and sleeps on shared memory until the answer arrives. Layout:
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

/** `partBytes`: maximum bytes per transfer. */
export const newChannelMemory = (partBytes = PART_BYTES): SharedArrayBuffer =>
  new SharedArrayBuffer(HEADER_BYTES + partBytes);

/** The kernel's side. */
export class AnswerSide {
  private readonly words: Int32Array;
  private readonly part: Uint8Array;
  private rest: Uint8Array = new Uint8Array();
  private kind: AnswerKind = 'bytes';

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, 4);
    this.part = new Uint8Array(memory, HEADER_BYTES);
  }

  /** Answers with pieces that count as one. They are copied before this returns, only once if they fit. */
  answer(kind: AnswerKind, pieces: readonly Uint8Array[]): void {
    this.kind = kind;
    const fits = pieces.reduce((sum, { length }) => sum + length, 0) <= this.part.length;
    this.rest = fits ? new Uint8Array() : joined(pieces);
    if (fits) this.put(pieces);
    else this.more();
  }

  more(): void {
    const now = this.rest.subarray(0, this.part.length);
    this.rest = this.rest.subarray(now.length);
    this.put([now]);
  }

  private put(pieces: readonly Uint8Array[]): void {
    let length = 0;
    for (const piece of pieces) {
      this.part.set(piece, length);
      length += piece.length;
    }
    this.words[KIND] = KINDS.indexOf(this.kind);
    this.words[LENGTH] = length;
    this.words[MORE] = this.rest.length > 0 ? 1 : 0;
    Atomics.store(this.words, STATE, ANSWERED);
    Atomics.notify(this.words, STATE);
  }
}

/** The worker's side. `post` sends a message to the kernel. */
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
    this.send(request);
    return this.receive();
  }

  /** Sends a request without waiting; the next one must not be sent before `receive` has returned the answer. */
  send(request: unknown): void {
    this.begin({ t: 'syscall', request });
  }

  /** If the answer fits into `room`, it is returned in there without allocating memory; the next one overwrites it. */
  receive(room?: Uint8Array): { kind: AnswerKind; bytes: Uint8Array } {
    const parts = [this.wait(room)];
    while (this.words[MORE] === 1) {
      this.begin({ t: 'more' });
      parts.push(this.wait());
    }
    const [only] = parts;
    const bytes = only && parts.length === 1 ? only : joined(parts);
    return { kind: KINDS[this.words[KIND] ?? 0] ?? 'failure', bytes };
  }

  private begin(message: { t: 'syscall'; request: unknown } | { t: 'more' }): void {
    Atomics.store(this.words, STATE, WAITING);
    this.post(message);
  }

  private wait(room?: Uint8Array): Uint8Array {
    // A wake-up is not always an answer: the notification may be a late one for the previous answer.
    while (Atomics.load(this.words, STATE) === WAITING) Atomics.wait(this.words, STATE, WAITING);
    const answer = this.part.subarray(0, this.words[LENGTH]);
    if (!room || answer.length > room.length) return answer.slice();
    room.set(answer);
    return room.subarray(0, answer.length);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
