import type { Take } from '../../protocol/http';
import type { IncomingMessage } from './incoming-message';
import { coded, OutgoingMessage, type HeadersInit } from './outgoing-message';
import type { Socket } from './socket';
import { STATUS_CODES } from './status-codes';

export class ServerResponse extends OutgoingMessage {
  statusCode = 200;
  statusMessage = '';
  readonly socket: Socket;
  readonly connection: Socket;

  constructor(
    readonly req: IncomingMessage,
    send: Take,
  ) {
    super(send, true);
    this.socket = req.socket;
    this.connection = req.socket;
  }

  writeHead(status: number, ...rest: [string | HeadersInit | undefined, HeadersInit?] | []): this {
    if (this.headersSent)
      throw coded('ERR_HTTP_HEADERS_SENT', 'Cannot write headers after they are sent to the client');
    if (!Number.isInteger(status) || status < 100 || status > 999)
      throw coded('ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${status}`);
    const [first, second] = rest;
    this.statusCode = status;
    if (typeof first === 'string') this.statusMessage = first;
    const headers = typeof first === 'string' ? second : (first ?? second);
    if (headers) this.setHeaders(headers);
    // As in Node: how long the body is, is not waited for.
    this.flushHeaders();
    return this;
  }

  readonly writeContinue = () => undefined;
  readonly writeProcessing = () => undefined;
  readonly writeEarlyHints = () => undefined;

  protected get hasBody(): boolean {
    return this.req.method !== 'HEAD' && this.statusCode !== 204 && this.statusCode !== 304;
  }

  protected sendHead(send: Take, headers: [string, string][]): void {
    this.statusMessage ||= STATUS_CODES[this.statusCode] ?? 'unknown';
    if (this.sendDate && !this.hasHeader('date')) headers.push(['Date', new Date().toUTCString()]);
    if (!this.hasHeader('connection')) headers.push(['Connection', 'keep-alive']);
    send({ kind: 'response', head: { status: this.statusCode, statusText: this.statusMessage, headers } });
  }
}
