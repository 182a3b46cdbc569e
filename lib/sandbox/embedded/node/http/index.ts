import type { Guest } from '../guest';
import { ClientRequest, type RequestOptions } from './client-request';
import { IncomingMessage } from './incoming-message';
import { OutgoingMessage } from './outgoing-message';
import { Server } from './server';
import { ServerResponse } from './server-response';
import { METHODS, STATUS_CODES } from './status-codes';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type OnResponse = (response: IncomingMessage) => void;

/** `node:http`, over the ports of the sandbox. */
export function makeHttp(guest: Guest) {
  /** There are no connections to keep. */
  class Agent {
    readonly maxSockets = Infinity;
    destroy(): void {}
  }
  class GuestServer extends Server {
    constructor(...args: readonly unknown[]) {
      super(guest, args.find(isHandler));
    }
  }
  const request = (...args: readonly unknown[]): ClientRequest => {
    const options: RequestOptions = {};
    for (const arg of args) {
      if (typeof arg === 'string' || arg instanceof URL) Object.assign(options, optionsOf(new URL(arg)));
      else if (typeof arg === 'object' && arg !== null) Object.assign(options, arg);
    }
    const sent = new ClientRequest(guest, options);
    const listener = args.find(isListener);
    if (listener) sent.once('response', listener);
    return sent;
  };
  return {
    createServer: (...args: readonly unknown[]) => new GuestServer(...args),
    request,
    get: (...args: readonly unknown[]) => request(...args).end(),
    Server: GuestServer,
    IncomingMessage,
    OutgoingMessage,
    ServerResponse,
    ClientRequest,
    Agent,
    globalAgent: new Agent(),
    METHODS,
    STATUS_CODES,
    maxHeaderSize: 16_384,
  };
}

const isHandler = (arg: unknown): arg is Handler => typeof arg === 'function';
const isListener = (arg: unknown): arg is OnResponse => typeof arg === 'function';

const optionsOf = (url: URL): RequestOptions => ({
  protocol: url.protocol,
  hostname: url.hostname,
  port: url.port === '' ? null : url.port,
  path: url.pathname + url.search,
  ...(url.username && { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
});
