import { isLocalHost, noNetwork } from '../../http/local-address';
import { isLast, type HttpFrame, type Take } from '../../protocol/http';
import type { Guest } from '../guest';
import { IncomingMessage } from './incoming-message';
import { coded, OutgoingMessage, type HeadersInit } from './outgoing-message';
import { Socket } from './socket';

export interface RequestOptions {
  protocol?: string | null;
  host?: string | null;
  hostname?: string | null;
  port?: number | string | null;
  path?: string | null;
  method?: string;
  headers?: HeadersInit;
  auth?: string | null;
  timeout?: number;
  signal?: AbortSignal;
}

/** A request to a program of the sandbox. */
export class ClientRequest extends OutgoingMessage {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly protocol = 'http:';
  readonly socket: Socket;
  aborted = false;
  /** Nothing more comes. */
  private over = false;
  private response: IncomingMessage | undefined;
  private line: Take | undefined;
  private timer: unknown;
  private readonly port: number;

  constructor(
    private readonly guest: Guest,
    options: RequestOptions,
  ) {
    super((frame) => this.pass(frame), false);
    this.method = (options.method ?? 'GET').toUpperCase();
    this.path = options.path ?? '/';
    this.host = (options.hostname ?? options.host ?? 'localhost').replace(/:\d+$/, '');
    this.port = Number(options.port ?? /:(\d+)$/.exec(options.host ?? '')?.[1] ?? 80);
    if (/[^\x21-\xff]/.test(this.path))
      throw coded('ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
    if (options.protocol && options.protocol !== 'http:')
      throw coded('ERR_INVALID_PROTOCOL', `Protocol "${options.protocol}" not supported. Expected "http:"`);
    this.socket = new Socket(this.port, (error) => this.destroy(error));
    if (options.headers) this.setHeaders(options.headers);
    if (options.auth && !this.hasHeader('authorization'))
      this.setHeader('Authorization', `Basic ${btoa(options.auth)}`);
    if (!this.hasHeader('host')) this.setHeader('Host', this.port === 80 ? this.host : `${this.host}:${this.port}`);
    options.signal?.addEventListener('abort', () => this.destroy(abortError()), { once: true });
    if (options.signal?.aborted) this.destroy(abortError());
    if (options.timeout) this.setTimeout(options.timeout);
    guest.loop.hold();
    this.once('close', () => {
      guest.loop.globals.clearTimeout(this.timer);
      guest.loop.release();
    });
  }

  override setTimeout(ms = 0, listener?: () => void): this {
    this.guest.loop.globals.clearTimeout(this.timer);
    if (listener) this.once('timeout', listener);
    if (ms > 0) this.timer = this.guest.loop.globals.setTimeout(() => this.emit('timeout'), ms).unref();
    return this;
  }

  abort(): void {
    this.aborted = true;
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const early = this.response === undefined;
    this.response?.receive({ kind: 'fail', code: 'ECONNRESET', message: 'aborted' });
    const cut = early && !this.over ? coded('ECONNRESET', 'socket hang up') : null;
    this.pass({ kind: 'fail', code: 'ECONNRESET', message: 'aborted' });
    this.over = true;
    done(error ?? cut);
  }

  protected override get saysEmpty(): boolean {
    return !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'].includes(this.method);
  }

  protected get hasBody(): boolean {
    return true;
  }

  protected sendHead(_send: Take, headers: [string, string][]): void {
    if (!this.hasHeader('connection')) headers.push(['Connection', 'keep-alive']);
    if (!isLocalHost(this.host)) {
      const error = Object.assign(coded('ENETUNREACH', `connect ENETUNREACH: ${noNetwork(this.host)}`), {
        syscall: 'connect',
      });
      this.guest.loop.globals.setImmediate(() => this.destroy(error));
      return;
    }
    const head = { method: this.method, url: this.path, headers };
    this.line = this.guest.network.client.connect(this.port, head, (frame) =>
      this.guest.loop.run(() => this.take(frame)),
    );
  }

  private pass(frame: HttpFrame): void {
    if (!this.over) this.line?.(frame);
  }

  private take(frame: HttpFrame): void {
    if (isLast(frame)) this.over = true;
    if (frame.kind === 'response') {
      const response = new IncomingMessage(frame.head, this.socket);
      this.response = response;
      if (!this.emit('response', response)) response.resume();
    } else if (this.response) this.response.receive(frame);
    else if (frame.kind === 'fail') {
      const { code, message } = frame;
      const refused = code === 'ECONNREFUSED' && { syscall: 'connect', address: '127.0.0.1', port: this.port };
      this.destroy(Object.assign(coded(code, message), { errno: code === 'ECONNREFUSED' ? -111 : -104 }, refused));
    }
    if (this.over) this.settle();
  }

  /** The exchange is over: the program need not stay for it. */
  private settle(): void {
    if (!this.destroyed && this.writableFinished) this.destroy();
    else if (!this.destroyed) this.once('finish', () => this.destroy());
  }
}

const abortError = (): Error =>
  Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' });
