import { Buffer } from 'buffer';
import { Readable } from 'readable-stream';
import type { HttpFrame, RequestHead, ResponseHead } from '../../protocol/http';
import type { Socket } from './socket';

/** Headers of which a second one is left aside, as Node does. */
const ONCE = new Set(
  (
    'age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since ' +
    'last-modified location max-forwards proxy-authorization referer retry-after server user-agent'
  ).split(' '),
);

export class IncomingMessage extends Readable {
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly headers: Record<string, string | string[]> = {};
  readonly rawHeaders: string[];
  readonly trailers = {};
  readonly rawTrailers: string[] = [];
  readonly method: string | undefined;
  /** Frameworks change it. */
  url: string;
  readonly statusCode: number | undefined;
  readonly statusMessage: string | undefined;
  readonly connection: Socket;
  complete = false;
  aborted = false;

  constructor(
    head: RequestHead | ResponseHead,
    readonly socket: Socket,
  ) {
    super({ read: () => undefined });
    this.connection = socket;
    this.rawHeaders = head.headers.flat();
    for (const [name, value] of head.headers) this.addHeader(name.toLowerCase(), value);
    this.method = 'method' in head ? head.method : undefined;
    this.url = 'url' in head ? head.url : '';
    this.statusCode = 'status' in head ? head.status : undefined;
    this.statusMessage = 'status' in head ? head.statusText : undefined;
  }

  /** A step of its body. */
  receive(frame: HttpFrame): void {
    if (frame.kind === 'data') this.push(Buffer.from(frame.bytes));
    else if (frame.kind === 'end') {
      this.complete = true;
      this.push(null);
    } else if (frame.kind === 'fail' && !this.complete) {
      this.aborted = true;
      this.emit('aborted');
      // As in Node, nobody has to listen for this.
      const listened = this.listenerCount('error') > 0;
      this.destroy(listened ? Object.assign(new Error(frame.message), { code: frame.code }) : undefined);
    }
  }

  setTimeout(): this {
    return this;
  }

  private addHeader(name: string, value: string): void {
    const before = this.headers[name];
    if (name === 'set-cookie') this.headers[name] = [...(Array.isArray(before) ? before : []), value];
    else if (before === undefined) this.headers[name] = value;
    else if (!ONCE.has(name)) this.headers[name] = `${String(before)}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
}
