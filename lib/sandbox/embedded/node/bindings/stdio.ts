import { placeOfFile } from '../../protocol/http';
import type { Guest } from '../guest';
import { facts } from '../library';
import { isCallback, nothing, type Binding } from './binding';
import { bytesOf, TextWriter, writingTo } from './bytes-text';
import { complete, Request } from './handle';
import type { Send, Sockets } from './sockets';
import { StreamHandle } from './stream';
import { errnoOf } from './uv';

/** The kind of pipe that carries messages. */
const IPC = 2;

/** The program's three standard streams, each shared by any number of handles. */
export class StandardStreams {
  private readonly writers = {
    1: new TextWriter((text) => this.guest.sys.output(1, text)),
    2: new TextWriter((text) => this.guest.sys.output(2, text)),
  };
  private reader: StreamHandle | undefined;

  constructor(private readonly guest: Guest) {}

  write(fd: 1 | 2, bytes: Uint8Array): void {
    this.writers[fd].push(bytes);
  }

  flush(): void {
    this.writers[1].flush();
    this.writers[2].flush();
  }

  /** From now on, input goes to `handle`. */
  readTo(handle: StreamHandle): void {
    if (this.reader === handle) return;
    this.reader = handle;
    this.guest.input.onInput((text) => this.reader?.receive(text === null ? null : bytesOf(text)));
  }
}

/** `internalBinding('pipe_wrap')` and `tty_wrap`: the standard streams, and pipes to children. */
export function pipes(
  guest: Guest,
  streams: StandardStreams,
  sockets: Sockets,
): { pipe: Binding; tty: Binding; Pipe: typeof StreamHandle } {
  class Standard extends StreamHandle {
    open(fd: number): number {
      this.fd = fd;
      return 0;
    }

    protected override send(bytes: Uint8Array): number {
      if (this.fd !== 1 && this.fd !== 2) return this.toOther(bytes);
      streams.write(this.fd, bytes);
      return 0;
    }

    protected toOther(_bytes: Uint8Array): number {
      return errnoOf('EBADF');
    }

    protected override onReadStart(): void {
      if (this.fd === 0) streams.readTo(this);
    }
  }

  class Pipe extends Standard {
    /** Set if a child's input is at the other end. */
    sendTo: Send | undefined = undefined;
    onconnection: unknown = undefined;
    #unlisten: (() => void) | undefined;

    constructor(private readonly kind?: number) {
      super();
      Reflect.defineProperty(this, 'sendTo', { enumerable: false, writable: true, value: undefined });
      Reflect.defineProperty(this, 'kind', { enumerable: false });
    }

    /** Opens the channel to the program that forked this one. */
    override open(fd: number): number {
      if (this.kind === IPC) {
        this.sendTo = writingTo((text) => guest.post({ t: 'parent-messages', text }));
        guest.onMessages = (text) => this.receive(text === null ? null : bytesOf(text));
      }
      return super.open(fd);
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
        const path = guest.path(name);
        const place = sockets.bind(path, (send) => {
          const connection = new Pipe();
          connection.sendTo = send;
          this.announce(connection);
          return connection;
        });
        this.#unlisten = () => {
          sockets.unlisten(place);
          guest.sys.remove(path, { force: true });
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
        complete(request, error, this, request, true, true);
      };
      try {
        sockets.connect(placeOfFile(guest.sys.stat(guest.path(name)).ino), this, done);
      } catch (error) {
        done(errnoOf(String(Object(error).code)));
      }
      return 0;
    }

    fchmod(): number {
      return 0;
    }
  }

  class TTY extends Standard {
    constructor(fd: number) {
      super();
      this.fd = fd;
    }

    getWindowSize(size: number[]): number {
      const { cols = 80, rows = 24 } = guest.spec.terminal ?? {};
      size[0] = cols;
      size[1] = rows;
      return 0;
    }

    setRawMode(): number {
      return 0;
    }
  }

  return {
    Pipe,
    pipe: { ...facts.bindings.pipe_wrap, Pipe, PipeConnectWrap: class PipeConnectWrap extends Request {} },
    tty: { TTY, isTTY: (fd: number) => fd <= 2 && guest.spec.terminal !== undefined, isCallback, nothing },
  };
}
