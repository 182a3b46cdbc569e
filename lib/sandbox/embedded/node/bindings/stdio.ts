import { placeOfFile } from '../../protocol/http';
import { INPUT_STEP } from '../../protocol/limits';
import { isTty, type NodeProgram } from '../program';
import { facts } from '../library';
import { isCallback, noop, type Binding } from '../binding';
import { decode, encode, TextWriter } from '../../../bytes-text';
import { completeRequest, PendingRequest } from './handle';
import type { network } from './net';
import type { Sockets } from './sockets';
import { shownPartsOf, type ShownText } from './shown-promises';
import { StreamHandle, type Send } from './stream';
import { errnoOf } from './uv';

/** The kind of pipe that carries messages. */
const IPC = 2;

/** At most so much output waits for the promises in it. */
const MOST_HELD = 0x10000;

const enqueue = globalThis.queueMicrotask.bind(globalThis);

type Tell = (text: string | null) => void;

/** Begins the text that hands over a connection: no text of a message has half a surrogate pair. */
const HANDED = '\ud800';

const addressOf = ([address = '', family = '', port]: readonly string[]) => ({ address, family, port: Number(port) });

/** Adapts a writer of text to bytes. Anything else ends the text with `null`. */
export function writingTo(write: Tell): Send {
  const writer = new TextWriter(write);
  return (part) => {
    if (part instanceof Uint8Array) return writer.push(part);
    writer.flush();
    return write(null);
  };
}

/** The program's three standard streams, each shared by any number of handles. */
export class StandardStreams {
  private readonly writers = { 1: this.writerTo(1), 2: this.writerTo(2) };
  /** Those that nobody reads any more. */
  private readonly broken = new Set<number>();
  /** Output with promises in it of which more is known in a moment, and what follows it. */
  private held: { fd: 1 | 2; parts: readonly (string | ShownText)[] }[] = [];
  private heldSize = 0;
  private reader: StreamHandle | undefined;
  /** What input has arrived and not been read yet. */
  private readonly unread: { bytes: number; chars: number }[] = [];
  private took = 0;
  /** What `readInput` has been given and not read yet. */
  private given: Uint8Array = new Uint8Array();
  /** What is read there is not for `process.stdin` any more. */
  private readonly readSoFar = new TextWriter((text) => this.program.input.skip(text.length));

  constructor(private readonly program: NodeProgram) {}

  /** Returns libuv's error number, or 0. */
  write(fd: 1 | 2, bytes: Uint8Array): number {
    this.writers[fd].push(bytes);
    return this.broken.has(fd) ? errnoOf('EPIPE') : 0;
  }

  private writerTo(fd: 1 | 2): TextWriter {
    return new TextWriter((text) => {
      const parts = shownPartsOf(text);
      if (parts.length === 0 && this.held.length === 0) return this.output(fd, text);
      const one = { fd, parts: parts.length === 0 ? [text] : parts };
      this.held.push(one);
      enqueue(() => this.release(this.held.indexOf(one) + 1));
      this.heldSize += text.length;
      if (this.heldSize > MOST_HELD) this.release();
    });
  }

  private output(fd: 1 | 2, text: string): void {
    try {
      this.program.sys.output(fd, text);
    } catch {
      this.broken.add(fd);
    }
  }

  /** Writes what was held back, or the first parts of it. */
  release(count = this.held.length): void {
    if (count === this.held.length) this.heldSize = 0;
    for (const { fd, parts } of this.held.splice(0, count))
      this.output(fd, parts.map((part) => (typeof part === 'string' ? part : part.now())).join(''));
  }

  flush(): void {
    this.release();
    this.writers[1].flush();
    this.writers[2].flush();
  }

  /** From now on, input goes to `handle`. */
  readTo(handle: StreamHandle): void {
    if (this.reader === handle) return;
    this.reader = handle;
    this.program.input.onInput((text) => {
      const bytes = text === null ? null : encode(text);
      if (bytes) this.unread.push({ bytes: bytes.length, chars: text?.length ?? 0 });
      this.reader?.receive(bytes);
    });
  }

  /** Waits for input if there is none; empty at its end. */
  readInput(length: number): Uint8Array {
    if (this.given.length === 0) this.given = this.program.sys.inputPart();
    const now = this.given.subarray(0, length);
    this.given = this.given.subarray(now.length);
    this.readSoFar.push(now);
    return now;
  }

  /** Leaves what `readInput` has not read to whoever reads next. The rest of a character that it began counts as read. */
  putBackInput(): void {
    const start = this.given.findIndex((byte) => (byte & 0xc0) !== 0x80);
    const chars = start < 0 ? 0 : decode(this.given.subarray(start)).length;
    this.given = new Uint8Array();
    if (chars > 0) this.program.post({ t: 'unread', chars });
  }

  /** Tells the kernel now and then how much of the input has been read. */
  hasRead(bytes: number): void {
    let left = bytes;
    while (left > 0) {
      const [first] = this.unread;
      if (!first) break;
      const now = Math.min(left, first.bytes);
      left -= now;
      first.bytes -= now;
      if (first.bytes === 0) this.took += this.unread.shift()?.chars ?? 0;
    }
    if (this.took < INPUT_STEP) return;
    this.program.post({ t: 'took', chars: this.took });
    this.took = 0;
  }
}

/** `internalBinding('pipe_wrap')` and `tty_wrap`: the standard streams, and pipes to children. */
export function pipes(
  program: NodeProgram,
  streams: StandardStreams,
  sockets: Sockets,
  tcp: () => ReturnType<typeof network>['TCP'],
): { pipe: Binding; tty: Binding; Pipe: typeof StreamHandle } {
  class Standard extends StreamHandle {
    #isShut = false;

    open(fd: number): number {
      this.fd = fd;
      return 0;
    }

    protected override get isSync(): boolean {
      return this.fd === 1 || this.fd === 2;
    }

    protected override send(bytes: Uint8Array): number {
      if (this.fd !== 1 && this.fd !== 2) return this.toOther(bytes);
      if (this.#isShut) return errnoOf('EPIPE');
      return streams.write(this.fd, bytes);
    }

    override shutdown(request: object): number {
      this.#isShut = true;
      return super.shutdown(request);
    }

    protected toOther(_bytes: Uint8Array): number {
      return errnoOf('EBADF');
    }

    protected override onReadStart(): void {
      if (this.fd === 0) streams.readTo(this);
    }

    protected override hasRead(bytes: number): void {
      if (this.fd === 0) streams.hasRead(bytes);
    }
  }

  class PipeEnd extends Standard {
    onconnection: unknown = undefined;
    #unlisten: (() => void) | undefined;
    #tell: Tell | undefined;
    /** A connection that comes with the channel's next message. */
    #handed: StreamHandle | undefined;

    constructor(private readonly kind?: number) {
      super();
      Reflect.defineProperty(this, 'kind', { enumerable: false });
    }

    /** Opens the channel to the program that forked this one. */
    override open(fd: number): number {
      if (this.kind === IPC) {
        this.join((text) => program.post({ t: 'parent-messages', text }));
        program.onMessages = (text) => this.hear(text);
      }
      return super.open(fd);
    }

    /** Makes it a channel of messages. */
    join(tell: Tell): void {
      this.#tell = tell;
      this.sendTo = writingTo(tell);
    }

    /** Takes text from the channel's other end; `null` ends it. */
    hear(text: string | null): void {
      if (text?.startsWith(HANDED)) {
        const [place, ...ends] = text.slice(HANDED.length).split(' ');
        const [local, remote] = [addressOf(ends.slice(0, 3)), addressOf(ends.slice(3))];
        this.#handed = tcp().handed([local, remote]);
        sockets.take(Number(place), this.#handed);
      } else {
        this.receive(text === null ? null : encode(text), this.#handed);
        this.#handed = undefined;
      }
    }

    override writeUtf8String(request: object, text: string, handle?: unknown): number {
      return this.#hand(handle) || super.writeUtf8String(request, text);
    }

    override writeBuffer(request: object, bytes: Uint8Array, handle?: unknown): number {
      return this.#hand(handle) || super.writeBuffer(request, bytes);
    }

    /** Hands a connection to the program at the channel's other end. Only connections can be: a listening server cannot. */
    #hand(handle: unknown): number {
      if (handle === undefined || handle === null) return 0;
      const isTcp = handle instanceof tcp();
      const [send, ends] = isTcp ? [handle.sendTo, handle.ends] : [];
      if (!isTcp || !send || !ends || !this.#tell) return errnoOf('ENOTSUP');
      handle.sendTo = undefined;
      const texts = ends.map(({ address, family, port }) => [address, family, port].join(' '));
      this.#tell(`${HANDED}${[sockets.hand(handle, send), ...texts].join(' ')}`);
      return 0;
    }

    protected override get keepsAlive(): boolean {
      return this.#unlisten !== undefined;
    }

    /** Closing a channel or a connection closes its other end, too. */
    protected override stop(): void {
      this.sendTo?.(null);
      this.sendTo = undefined;
      this.#unlisten?.();
    }

    protected override toOther(bytes: Uint8Array): number {
      if (!this.sendTo) return errnoOf('EPIPE');
      this.sendTo(bytes);
      return 0;
    }

    protected override finish(): void {
      this.sendTo?.(null);
    }

    /** Creates the file of a Unix socket, which has no other address. */
    bind(name: string): number {
      try {
        const path = program.path(name);
        const place = sockets.bind(path, (send) => {
          const connection = new Pipe();
          connection.sendTo = send;
          this.announce(connection);
          return connection;
        });
        this.#unlisten = () => {
          sockets.unlisten(place);
          program.sys.remove(path, { force: true });
        };
        return 0;
      } catch (error) {
        const { code } = Object(error);
        return errnoOf(code === 'EEXIST' ? 'EADDRINUSE' : code === 'ENOENT' ? 'EACCES' : String(code));
      }
    }

    listen(): number {
      this.setActive(true);
      return 0;
    }

    connect(request: object, name: string): number {
      const done = (error: number, send?: Send) => {
        this.sendTo = send;
        completeRequest(request, error, this, request, true, true);
      };
      try {
        sockets.connect(placeOfFile(program.sys.stat(program.path(name)).ino), this, done);
      } catch (error) {
        done(errnoOf(String(Object(error).code)));
      }
      return 0;
    }

    fchmod(): number {
      return 0;
    }
  }

  class Terminal extends Standard {
    constructor(fd: number) {
      super();
      this.fd = fd;
    }

    getWindowSize(size: number[]): number {
      const { cols = 80, rows = 24 } = program.spec.tty ?? {};
      size[0] = cols;
      size[1] = rows;
      return 0;
    }

    setRawMode(raw: unknown): number {
      program.post({ t: 'raw-mode', raw: Boolean(raw) });
      return 0;
    }
  }

  // Stack traces show the names of these classes, which the minifier would change elsewhere.
  const { Pipe, TTY } = { Pipe: class extends PipeEnd {}, TTY: class extends Terminal {} };
  return {
    Pipe,
    pipe: { ...facts.bindings.pipe_wrap, Pipe, PipeConnectWrap: class PipeConnectWrap extends PendingRequest {} },
    tty: { TTY, isTTY: (fd: number) => isTty(program, fd), isCallback, nothing: noop },
  };
}
