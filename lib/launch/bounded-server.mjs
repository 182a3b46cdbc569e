import { createServer, ServerResponse } from 'node:http';
import { createTurns } from '../threads/own-turns.mjs';

const SECOND_MS = 1000;
/** How many connections in a row come before what was asked: Node accepts one a round, and long rounds would keep whoever is new outside. */
const ACCEPTED_FIRST = 50;
let inARow = 0;
/** Connections of this round and the last. */
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
const inTurn = createTurns(() => recent > 0 && inARow % ACCEPTED_FIRST > 0);

/** Who asks, as turns go round: where it says it comes from. @param {import('node:http').IncomingMessage} request */
const whose = ({ headers }) => String(headers['x-forwarded-for']);

/** An answer that says in its turn that its client has left: whoever wrote it has much to put away. */
class Answer extends ServerResponse {
  /** @override @param {string | symbol} event @param {unknown[]} args */
  emit(event, ...args) {
    if (event !== 'close' || this.writableFinished) return super.emit(event, ...args);
    inTurn(() => void super.emit(event, ...args), whose(this.req));
    return true;
  }
}

/**
 * An HTTP server that keeps no connection for nothing: slow heads, slow requests, silent sockets and too many of one address are cut.
 * Requests that come at once are answered one after the other, addresses by turns, and clients that leave at once are let go so.
 * What it says in `x-forwarded-for` is where a request comes from.
 *
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} answer
 * @param {(name: keyof typeof import('../server/limits.mjs').LIMITS) => number} limit
 * @param {{ trustProxy?: boolean }} [options] whether what `x-forwarded-for` says already is believed
 */
export function createBoundedServer(answer, limit, { trustProxy = false } = {}) {
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
      // Of a body that somebody stopped reading nothing more is taken from the connection, so that it can bring no other request.
      response.once('finish', () => {
        if (request.destroyed && !request.complete) socket.destroySoon();
      });
      inTurn(() => answer(request, response), whose(request));
    },
  );
  server.maxConnections = limit('TOOLYARD_CONNECTIONS');
  // A stream is never silent for that long: what is, has nobody at its other end.
  const idleMs = limit('TOOLYARD_IDLE_SECONDS') * SECOND_MS;
  server.setTimeout(idleMs);
  // After Node's own 5 s a connection would be cut in the very moment in which a busy client uses it again.
  server.keepAliveTimeout = idleMs;
  const most = limit('TOOLYARD_ADDRESS_CONNECTIONS');
  /** @type {Map<string, number>} */
  const open = new Map();
  server.on('connection', (socket) => {
    noticeConnection();
    const { remoteAddress: address = '' } = socket;
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
