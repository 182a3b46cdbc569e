import { createServer, ServerResponse } from 'node:http';
import { networkOf } from '../server/network.mjs';
import { createFairScheduler } from '../threads/fair-queue.mjs';

const SECOND_MS = 1000;
/** How many new connections in a row go before requests. Node accepts one per round of the event loop, so long rounds would keep newcomers waiting. */
const ACCEPTED_FIRST = 50;
let inARow = 0;
/** Connections accepted in this round of the event loop and the last. */
let recent = 0;
const noticeConnection = () => {
  inARow += 1;
  recent += 1;
  setImmediate(() =>
    setImmediate(() => {
      recent -= 1;
      if (recent === 0) inARow = 0;
    }),
  );
};
const schedule = createFairScheduler(() => recent > 0 && inARow % ACCEPTED_FIRST > 0);

/** The address that a request counts for. @param {import('node:http').IncomingMessage} request */
const whose = ({ headers }) => networkOf(String(headers['x-forwarded-for']));

/** A response that reports a lost client when its time comes, because cleaning up after one costs time. */
class Answer extends ServerResponse {
  /** @override @param {string | symbol} event @param {unknown[]} args */
  emit(event, ...args) {
    if (event !== 'close' || this.writableFinished) return super.emit(event, ...args);
    schedule(() => void super.emit(event, ...args), whose(this.req));
    return true;
  }
}

/** Nobody answers another. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH']);
/** Of pages and files. Next would keep the body of any other request in memory. */
const PAGE_METHODS = new Set(['GET', 'HEAD']);

/** Most parameters of a URL. Nothing of ours has a tenth of that, and Next is busy with a thousand for as long as with a page. */
const PARAMETERS = 100;

/** Most requests of one connection that wait for their answers. Browsers send the next one after the answer. */
const PIPELINED = 100;

/** The status of a request that cannot be meant well, and on some of which Next would fail. @param {import('node:http').IncomingMessage} request */
function refusalOf({ method = '', url = '', rawHeaders }) {
  const [path = ''] = url.split('?');
  if (url.split('&').length > PARAMETERS) return 414;
  // Node reads the first of several, and a proxy before it maybe another.
  if (rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length > 1) return 400;
  try {
    if (!path.startsWith('/') || !decodeURI(path)) return 400;
  } catch {
    return 400;
  }
  return (path.startsWith('/api/') ? METHODS : PAGE_METHODS).has(method) ? undefined : 405;
}

/**
 * An HTTP server with bounded connections: slow headers, slow requests, idle sockets and too many connections from one address are
 * cut. Simultaneous requests are answered one after another, with addresses taking turns; so are clients that leave at once.
 * It sets `x-forwarded-for` to the address a request comes from.
 *
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} answer
 * @param {(name: keyof typeof import('../server/limits.mjs').LIMITS) => number} limit
 * @param {{ trustProxy?: boolean }} [options] whether to trust an existing `x-forwarded-for`
 */
export function createBoundedServer(answer, limit, { trustProxy = false } = {}) {
  /** How many requests of a connection wait for their answers. @type {WeakMap<import('node:net').Socket, number>} */
  const unanswered = new WeakMap();
  const server = createServer(
    {
      headersTimeout: limit('TOOLYARD_HEADERS_SECONDS') * SECOND_MS,
      requestTimeout: limit('TOOLYARD_REQUEST_SECONDS') * SECOND_MS,
      connectionsCheckingInterval: SECOND_MS,
      ServerResponse: Answer,
    },
    (request, response) => {
      const said = trustProxy ? request.headers['x-forwarded-for'] : undefined;
      request.headers['x-forwarded-for'] = said ?? request.socket.remoteAddress ?? '';
      const { socket } = request;
      const ahead = unanswered.get(socket) ?? 0;
      if (ahead >= PIPELINED) {
        socket.destroy();
        return;
      }
      unanswered.set(socket, ahead + 1);
      // If nobody reads a body to its end, the connection cannot carry another request.
      response.once('finish', () => {
        unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
        if (request.destroyed && !request.complete) socket.destroySoon();
      });
      const refusal = refusalOf(request);
      // A client that leaves while it waits needs no answer. Only the first of pipelined requests has a response that knows.
      const begin = () => {
        if (!response.destroyed && !socket.destroyed) answer(request, response);
      };
      if (refusal === undefined) schedule(begin, whose(request));
      else response.writeHead(refusal).end();
    },
  );
  server.maxConnections = limit('TOOLYARD_CONNECTIONS');
  // Our streams are never silent for that long, so such a connection has nobody at the other end.
  const idleMs = limit('TOOLYARD_IDLE_SECONDS') * SECOND_MS;
  server.setTimeout(idleMs);
  // Node's default of 5 s would cut connections just as a busy client uses them again.
  server.keepAliveTimeout = idleMs;
  const most = limit('TOOLYARD_ADDRESS_CONNECTIONS');
  /** @type {Map<string, number>} */
  const open = new Map();
  server.on('connection', (socket) => {
    noticeConnection();
    const address = networkOf(socket.remoteAddress ?? '');
    const count = open.get(address) ?? 0;
    if (count >= most) {
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  return server;
}
