import { concat } from '../../../bytes-text';
import { facts } from '../library';
import { isCallback, type Binding } from '../binding';
import { bytesOfText } from './encode';
import { completeRequest, Handle, PendingRequest, shared } from './handle';
import { errnoOf } from './uv';

const [READ, OFFSET, WRITTEN, ASYNC] = [0, 1, 2, 3] as const;

/** Bytes that a pipe sends at once. */
const MOST_AHEAD = 64 * 1024;

/** Shared by Node's streams and their handles: the size of the last read or write. */
export const streamBaseState = new Int32Array(5);

export class WriteWrap extends PendingRequest {}
export class ShutdownWrap extends PendingRequest {}

/** `internalBinding('stream_wrap')`. */
export const streamWrap = (): Binding => ({
  ...facts.bindings.stream_wrap,
  streamBaseState,
  WriteWrap,
  ShutdownWrap,
  LibuvStreamWrap: StreamHandle,
});

/** Sends bytes to the other end; `null` ends them, an error number resets the connection. */
export type Send = (part: Uint8Array | null | number) => void;

/** A handle that reads and writes bytes. */
export class StreamHandle extends Handle {
  onread: unknown = undefined;
  isStreamBase = true;
  bytesRead = 0;
  bytesWritten = 0;
  /** Everything is sent at once. */
  writeQueueSize = 0;
  fd = -1;
  /** Sends to the other end, if there is one. */
  sendTo: Send | undefined = undefined;
  /** Connections that came with parts of what arrived. */
  readonly #handed = new WeakMap<Uint8Array, StreamHandle>();
  readonly #arrived: (Uint8Array | null | number)[] = [];
  #reading = false;
  #taker: ((part: Uint8Array | null) => void) | undefined;
  #scheduled = false;
  #ended = false;
  #given: Uint8Array | undefined;
  /** Bytes sent since the program last returned to its loop. */
  #ahead = 0;
  /** Whether whoever reads at the other end has too much before it: a write is done once there is room. */
  isFull: () => boolean = () => false;
  readonly #waiting: object[] = [];

  constructor() {
    super();
    for (const name of [
      'onread',
      'isStreamBase',
      'bytesRead',
      'bytesWritten',
      'writeQueueSize',
      'fd',
      'sendTo',
      'isFull',
    ])
      Reflect.defineProperty(this, name, { enumerable: false, writable: true, value: Reflect.get(this, name) });
  }

  readStart(): number {
    this.#reading = true;
    this.setActive(!this.#ended);
    this.onReadStart();
    this.#schedule();
    return 0;
  }

  readStop(): number {
    this.#reading = false;
    this.setActive(this.keepsAlive);
    return 0;
  }

  /** From now on, what arrives is put into this buffer; otherwise, each part comes in its own. */
  useUserBuffer(buffer: Uint8Array): void {
    this.#given = buffer;
  }

  shutdown(request: object): number {
    // Its own callbacks come before those of the other end.
    completeRequest(request, 0);
    this.finish();
    return 0;
  }

  writeBuffer(request: object, bytes: Uint8Array): number {
    return this.#write(request, bytes);
  }

  writev(request: object, chunks: unknown[], allBuffers: boolean): number {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < chunks.length; at += allBuffers ? 1 : 2) {
      const chunk = chunks[at];
      const encoding = String(chunks[at + 1]);
      parts.push(
        chunk instanceof Uint8Array
          ? chunk
          : bytesOfText(
              String(chunk),
              encoding === 'latin1' || encoding === 'binary'
                ? 'latin1'
                : /^u(?:cs|tf-?16)/.test(encoding)
                  ? 'utf16le'
                  : encoding === 'hex' || encoding === 'base64'
                    ? encoding
                    : 'utf8',
            ),
      );
    }
    return this.#write(request, concat(parts));
  }

  writeUtf8String(request: object, text: string): number {
    return this.#write(request, bytesOfText(text, 'utf8'));
  }

  writeAsciiString(request: object, text: string): number {
    return this.#write(request, bytesOfText(text, 'latin1'));
  }

  writeLatin1String(request: object, text: string): number {
    return this.#write(request, bytesOfText(text, 'latin1'));
  }

  writeUcs2String(request: object, text: string): number {
    return this.#write(request, bytesOfText(text, 'utf16le'));
  }

  setBlocking(): number {
    return 0;
  }

  /** Tells a listener of an incoming connection. */
  protected announce(connection: StreamHandle): void {
    shared.loop?.complete(() =>
      this.run(() => {
        const onconnection: unknown = Reflect.get(this, 'onconnection');
        if (isCallback(onconnection)) onconnection.call(this, 0, connection);
      }),
    );
  }

  /** Sends bytes. Returns libuv's error number, or 0. */
  protected send(_bytes: Uint8Array): number {
    return errnoOf('EPIPE');
  }

  /** Called when nothing more will be sent. */
  protected finish(): void {
    // Nothing to do by default.
  }

  protected onReadStart(): void {
    // By default, bytes arrive by themselves.
  }

  /** Called when the program, or a child whose input this is, has got this many bytes. */
  protected hasRead(_bytes: number): void {
    // Nobody counts them by default.
  }

  /** Whether it keeps its program alive even while nobody reads. */
  protected get keepsAlive(): boolean {
    return false;
  }

  /** Takes bytes that arrived, `null` at the end, or an error number. `handed`: a connection that came with them. */
  receive(part: Uint8Array | null | number, handed?: StreamHandle): void {
    if (handed && part instanceof Uint8Array) this.#handed.set(part, handed);
    if (part instanceof Uint8Array && part.length === 0) return;
    if (this.#taker) {
      this.#taker(part instanceof Uint8Array ? part : null);
      if (part instanceof Uint8Array) this.hasRead(part.length);
    }
    if (this.#taker && part instanceof Uint8Array) return;
    this.#arrived.push(part);
    this.#schedule();
  }

  /** Tells the program now of the next part that arrived, if it reads. Returns whether there was one. */
  deliverNext(): boolean {
    if (this.closed || !this.#reading || this.#arrived.length === 0) return false;
    this.#deliver();
    return true;
  }

  /** From now on, all input goes to `taker`, such as a child whose input this is. */
  giveTo(taker: (part: Uint8Array | null) => void): void {
    this.#taker = taker;
    for (const part of this.#arrived.splice(0)) this.receive(part);
  }

  /** Completes the writes that wait for room. */
  makeRoom(): void {
    for (const request of this.#waiting.splice(0)) completeRequest(request, 0);
  }

  #write(request: object, bytes: Uint8Array): number {
    streamBaseState[ASYNC] = 0;
    streamBaseState[WRITTEN] = bytes.length;
    this.bytesWritten += bytes.length;
    const error = this.closed ? errnoOf('EBADF') : this.send(bytes);
    if (!error && this.isFull()) {
      streamBaseState[ASYNC] = 1;
      this.#waiting.push(request);
      return 0;
    }
    if (this.#ahead === 0 && !this.isSync) shared.loop?.enter(() => (this.#ahead = 0));
    this.#ahead += bytes.length;
    if (error || this.isSync || this.#ahead <= this.mostAhead) return error;
    streamBaseState[ASYNC] = 1;
    completeRequest(request, 0);
    return 0;
  }

  /** Bytes that are sent at once; as with a full pipe, a program that goes on writing must wait for the rest. */
  protected get mostAhead(): number {
    return MOST_AHEAD;
  }

  /** Whether its writes are done at once, however many there are. */
  protected get isSync(): boolean {
    return false;
  }

  #schedule(): void {
    if (this.#scheduled || !this.#reading || this.#arrived.length === 0) return;
    this.#scheduled = true;
    shared.loop?.complete(() => this.#deliver());
  }

  #deliver(): void {
    this.#scheduled = false;
    if (this.closed || !this.#reading) return;
    const part = this.#arrived.shift();
    if (part === undefined) return;
    if (!(part instanceof Uint8Array)) {
      this.#ended = true;
      this.setActive(this.keepsAlive);
    }
    const given = this.#given;
    // A Buffer's own `slice` would share its memory, which others may change.
    const own = part instanceof Uint8Array ? new Uint8Array(part).subarray(0, given?.byteLength) : undefined;
    if (own && part instanceof Uint8Array && own.length < part.length) this.#arrived.unshift(part.subarray(own.length));
    this.bytesRead += own?.length ?? 0;
    this.hasRead(own?.length ?? 0);
    if (own && given) new Uint8Array(given.buffer, given.byteOffset).set(own);
    this.run(() => {
      streamBaseState[READ] = own ? own.length : part === null ? errnoOf('EOF') : Number(part);
      streamBaseState[OFFSET] = 0;
      const handed = part instanceof Uint8Array ? this.#handed.get(part) : undefined;
      if (handed) Reflect.set(this, 'pendingHandle', handed);
      const { onread } = this;
      const next: unknown = isCallback(onread) ? onread.call(this, given ? undefined : own?.buffer) : undefined;
      if (given && next instanceof Uint8Array) this.#given = next;
    });
    this.#schedule();
  }
}
