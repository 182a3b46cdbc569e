import { EventEmitter } from 'events';
import type { Take } from '../../protocol/http';
import type { Guest } from '../guest';
import { LoopHandle } from '../loop-handle';
import { IncomingMessage } from './incoming-message';
import { coded } from './outgoing-message';
import { ServerResponse } from './server-response';
import { Socket } from './socket';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server, which keeps its program alive while it listens. */
export class Server extends EventEmitter {
  listening = false;
  timeout = 0;
  requestTimeout = 300_000;
  headersTimeout = 60_000;
  keepAliveTimeout = 5_000;
  maxHeadersCount: number | null = null;
  private port = 0;
  private closing = false;
  private readonly sockets = new Set<Socket>();
  private readonly handle: LoopHandle;

  constructor(
    private readonly guest: Guest,
    handler?: Handler,
  ) {
    super();
    this.handle = new LoopHandle(guest.loop);
    if (handler) this.on('request', handler);
  }

  /** A port, or `{ port }`; then perhaps a host and a backlog, which change nothing; then a listener. */
  listen(...args: unknown[]): this {
    const listener = args.find((arg) => typeof arg === 'function');
    const [first] = args;
    const wanted: unknown = typeof first === 'object' && first !== null && 'port' in first ? first.port : first;
    if (this.listening)
      throw coded('ERR_SERVER_ALREADY_LISTEN', 'Listen method has been called more than once without closing.');
    const port = wanted === undefined || typeof wanted === 'function' ? 0 : Number(wanted);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw coded('ERR_SOCKET_BAD_PORT', `options.port should be >= 0 and < 65536. Received ${String(wanted)}.`);
    const { setImmediate } = this.guest.loop.globals;
    try {
      this.port = this.guest.network.listen(port, (answer) => this.accept(answer));
    } catch (error) {
      setImmediate(() => this.emit('error', Object.assign(Object(error), { address: '::', port })));
      return this;
    }
    if (listener) this.once('listening', () => Reflect.apply(listener, this, []));
    this.listening = true;
    this.closing = false;
    this.count();
    setImmediate(() => this.emit('listening'));
    return this;
  }

  address(): { address: string; family: string; port: number } | null {
    return this.listening ? { address: '::', family: 'IPv6', port: this.port } : null;
  }

  close(done?: (error?: Error) => void): this {
    if (!this.listening) {
      const error = coded('ERR_SERVER_NOT_RUNNING', 'Server is not running.');
      if (done) this.guest.loop.globals.setImmediate(() => done(error));
      return this;
    }
    if (done) this.once('close', () => done());
    this.listening = false;
    this.closing = true;
    this.guest.network.unlisten(this.port);
    this.count();
    return this;
  }

  closeAllConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** There are none: a connection is one exchange. */
  closeIdleConnections(): void {}

  getConnections(done: (error: null, count: number) => void): void {
    this.guest.loop.globals.setImmediate(() => done(null, this.sockets.size));
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    this.handle.ref();
    return this;
  }

  unref(): this {
    this.handle.unref();
    return this;
  }

  private accept(answer: Take): Take {
    let request: IncomingMessage | undefined;
    return (frame) =>
      this.guest.loop.run(() => {
        if (frame.kind !== 'request') {
          request?.receive(frame);
          if (frame.kind === 'fail') request?.socket.destroy();
          return;
        }
        const socket = new Socket(this.port, () => response.destroy());
        request = new IncomingMessage(frame.head, socket);
        const response = new ServerResponse(request, answer);
        this.sockets.add(socket);
        response.once('close', () => {
          this.sockets.delete(socket);
          this.count();
        });
        this.emit('request', request, response);
      });
  }

  /** Keeps the program alive as long as it is to be, and says when all is over. */
  private count(): void {
    const busy = this.listening || this.sockets.size > 0;
    if (!busy && this.closing) {
      this.closing = false;
      this.guest.loop.globals.setImmediate(() => this.emit('close'));
    }
    this.handle.setActive(busy);
  }
}
