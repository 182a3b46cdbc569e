// Serves the production build: node lib/launch/listen.mjs <host> <port>.
import { createServer } from 'node:http';
import next from 'next';
import { limitOf } from '../server/limits.mjs';
import { createBoundedServer } from './bounded-server.mjs';
import { ROOT } from './root.mjs';
import { FIRST_ASKED, warmServer } from './warm-server.mjs';

const [host = '127.0.0.1', port = '3000'] = process.argv.slice(2);
// Next would take every connection that asks for another protocol, and never close some. Listening on a server that gets
// none, it leaves them to Node, which answers over HTTP as RFC 9110 allows.
const httpServer = createServer();
const app = next({ dev: false, dir: ROOT, hostname: host, port: Number(port), httpServer });
await app.prepare();
const answer = app.getRequestHandler();
/** @param {keyof typeof import('../server/limits.mjs').LIMITS} name */
const limit = (name) => limitOf(name, process.env);
const bounded = () =>
  createBoundedServer((request, response) => void answer(request, response).catch(() => response.destroy()), limit, {
    trustProxy: Boolean(process.env.TOOLYARD_TRUST_PROXY),
  });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0));
await warmServer(bounded(), FIRST_ASKED);
const server = bounded();
// Node's backlog of 511 would reset further connections that arrive at once.
server.listen({ port: Number(port), host, backlog: limit('TOOLYARD_CONNECTIONS') });
