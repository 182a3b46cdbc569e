import { connect, createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

export interface AskedOf {
  url: string;
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A local web server, and the requests it received. */
export interface WebSite {
  port: number;
  host: string;
  asked: AskedOf[];
}

const servers: { closeAllConnections(): void; close(done: () => void): unknown }[] = [];

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

export async function serveWeb(answer: (asked: AskedOf, response: ServerResponse) => void): Promise<WebSite> {
  const asked: AskedOf[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { url = '', method = '', headers } = request;
      asked.push({ url, method, headers, body });
      answer({ url, method, headers, body }, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  return { port, host: `127.0.0.1:${port}`, asked };
}

/** Signed by itself, for `a.example`. */
const IDENTITY = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGQnUNUwuQa/LhTRl
fhKshWm1oh/tIQZ2L4Wj0datcr6hRANCAAQ2DmuHbjG07Lz0k1RVu2uE3Meh06Je
nU2UTcqU1eG0+XWnPGEVX+MsEGS5E/fGnCwWhgfpLSfeWpb5zMSIhPiq
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUGsZT7zoGEO/dsrjGcUA/1byVFuMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJYS5leGFtcGxlMCAXDTI2MTEyNjEwMTQ1MVoYDzIxMjYxMTAy
MTAxNDUxWjAUMRIwEAYDVQQDDAlhLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ2DmuHbjG07Lz0k1RVu2uE3Meh06JenU2UTcqU1eG0+XWnPGEVX+Ms
EGS5E/fGnCwWhgfpLSfeWpb5zMSIhPiqo2kwZzAdBgNVHQ4EFgQUXOZtTRQvtHDW
bmQQM55uS4jfOF8wHwYDVR0jBBgwFoAUXOZtTRQvtHDWbmQQM55uS4jfOF8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglhLmV4YW1wbGUwCgYIKoZIzj0EAwID
RwAwRAIgFV8jdPFfI+N3JphrmUXOlg9MSmFa+5HviOr74RNduk8CIHZgmVEY+eJ9
kV3/i2tKHDRKJLgX5r8mG9TMXJkPUKnO
-----END CERTIFICATE-----`,
};

/** A local server that answers with whatever bytes it likes. */
export async function serveBytes(answer: (socket: Socket) => void): Promise<{ host: string }> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answer(socket);
  });
  servers.push(Object.assign(server, { closeAllConnections: () => sockets.forEach((socket) => socket.destroy()) }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${portOf(server)}` };
}

/** A local https server that says hello, and the names that it was asked for by. */
export async function serveSecurely(): Promise<{ port: number; names: string[] }> {
  const names: string[] = [];
  const server = createSecureServer(
    { ...IDENTITY, SNICallback: (name, done) => (names.push(name), done(null)) },
    (_request, response) => void response.end('hello'),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: portOf(server), names };
}

/** A proxy that opens every tunnel to the same local port, and the targets it was asked for, with which headers. */
export async function serveProxy(
  port: number,
): Promise<{ url: string; tunnels: string[]; headers: IncomingMessage['headers'][] }> {
  const tunnels: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, client) => {
    tunnels.push(request.url ?? '');
    headers.push(request.headers);
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) socket.on('error', () => [client, target].forEach((one) => one.destroy()));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${portOf(server)}`, tunnels, headers };
}

/** Stops all servers of a test. */
export async function closeWeb(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(resolve));
  }
}
