import { connect } from 'node:net';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

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

const servers: Server[] = [];

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
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { port: address.port, host: `127.0.0.1:${address.port}`, asked };
}

/** A proxy that opens every tunnel to the same local port, and the targets it was asked for. */
export async function serveProxy(port: number): Promise<{ url: string; tunnels: string[] }> {
  const tunnels: string[] = [];
  const proxy = await serveWeb((_asked, response) => response.writeHead(405).end());
  servers.at(-1)?.on('connect', (request, client) => {
    tunnels.push(request.url ?? '');
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) socket.on('error', () => [client, target].forEach((one) => one.destroy()));
  });
  return { url: `http://${proxy.host}`, tunnels };
}

/** Stops all servers of a test. */
export async function closeWeb(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
