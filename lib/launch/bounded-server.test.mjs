import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { limitOf } from '../server/limits.mjs';
import { createBoundedServer } from './bounded-server.mjs';

/** @type {(() => void)[]} */
const clean = [];
afterEach(() => {
  for (const end of clean.splice(0)) end();
});

/** @type {Parameters<typeof createBoundedServer>[0]} */
const tellWhereFrom = (request, response) => response.end(String(request.headers['x-forwarded-for']));

/** @param {Record<string, string>} [limits] @param {object} [options] @param {typeof tellWhereFrom} [answer] */
async function serve(limits = {}, options = {}, answer = tellWhereFrom) {
  const server = createBoundedServer(answer, (name) => limitOf(name, limits), options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  clean.push(() => (server.closeAllConnections(), server.close()));
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** @param {number} port @param {string} [said] */
async function open(port, said = '') {
  const socket = connect(port, '127.0.0.1');
  clean.push(() => socket.destroy());
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  if (said) socket.write(said);
  return socket;
}

/** Resolves when the other end has closed it. @param {import('node:net').Socket} socket */
const cut = (socket) =>
  new Promise((resolve) => (socket.destroyed ? resolve(true) : socket.once('close', () => resolve(true))));

describe('the server', () => {
  it.each([
    ['a socket that says nothing', '', { TOOLYARD_HEADERS_SECONDS: '1' }],
    ['a head that does not end', 'GET / HTTP/1.1\r\nhost: a\r\n', { TOOLYARD_HEADERS_SECONDS: '1' }],
    [
      'a body that does not end',
      'POST /api/ HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n1',
      { TOOLYARD_HEADERS_SECONDS: '1', TOOLYARD_REQUEST_SECONDS: '1' },
    ],
    ['a connection that has gone silent', 'GET / HTTP/1.1\r\nhost: a\r\n\r\n', { TOOLYARD_IDLE_SECONDS: '1' }],
  ])('cuts %s', async (_what, said, limits) => {
    expect(await cut(await open(await serve(limits), said))).toBe(true);
  });

  it('takes so many connections of one address', async () => {
    const port = await serve({ TOOLYARD_ADDRESS_CONNECTIONS: '2' });
    await Promise.all([open(port), open(port)]);
    expect(await cut(await open(port))).toBe(true);
  });

  it.each([
    ['TRACE /', 405],
    ['PURGE /', 405],
    ['GET /%E0%A4%A', 400],
    ['GET /api/threads/%/events?after=1', 400],
    ['GET http://elsewhere.example/', 400],
    ['OPTIONS *', 400],
    ['GET / HTTP/1.1\r\nHost: b\r\nx: y', 400],
    [`GET /tools?${'a=b&'.repeat(100)}`, 414],
    ['GET /%E4%B8%AD?q=100%', 200],
    ['DELETE /api//b%2fc', 200],
    ['POST /', 405],
    ['POST /apis/x', 405],
    ['OPTIONS /tools', 405],
  ])('answers %s with %i', async (line, status) => {
    const socket = await open(await serve());
    const answered = once(socket, 'data');
    socket.write(`${line} HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect(String(await answered)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('accepts those who come at once before it answers the first', async () => {
    const many = 40;
    let accepted = 0;
    /** @type {number[]} */
    const whenAnswered = [];
    const server = createBoundedServer(
      (_request, response) => {
        whenAnswered.push(accepted);
        for (const until = performance.now() + 10; performance.now() < until;);
        response.end();
      },
      (name) => limitOf(name, {}),
    );
    server.on('connection', () => (accepted += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    clean.push(() => (server.closeAllConnections(), server.close()));
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await Promise.all(Array.from({ length: many }, () => open(port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n')));
    await expect.poll(() => whenAnswered).toEqual(Array.from({ length: many }, () => many));
  });

  it('answers nothing more of what a client that has left sent at once', async () => {
    let answered = 0;
    const port = await serve({}, {}, (request) => {
      answered += 1;
      request.socket.destroy();
    });
    const head = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
    await cut(await open(port, head.repeat(100)));
    await cut(await open(port, head));
    expect(answered).toBe(2);
  });

  it('cuts who sends ever more before the first answer, and no one who waits for it', async () => {
    let answered = 0;
    const port = await serve({}, {}, (request, response) => {
      answered += 1;
      if (request.url === '/') response.end('here');
    });
    const patient = await open(port);
    for (let asked = 0; asked < 300; asked += 1) {
      patient.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
      await once(patient, 'data');
    }
    expect(await cut(await open(port, 'GET /slow HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(101)))).toBe(true);
    expect(answered).toBeLessThanOrEqual(400);
    expect(patient.destroyed).toBe(false);
  });

  it('closes a connection after an answer that did not wait for the body', async () => {
    const port = await serve({}, {}, (request, response) => {
      const stop = async () => {
        for await (const _piece of request) break;
        response.end('enough');
      };
      void stop();
    });
    const socket = await open(port);
    const closed = cut(socket);
    let told = '';
    socket.setEncoding('utf8').on('data', (text) => (told += text));
    socket.write(`POST /api/ HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nx`);
    expect(await closed).toBe(true);
    expect(told).toMatch(/enough$/);
  });

  it('lets clients go that leave at once so that others have their turn between them', async () => {
    /** @type {string[]} */
    const told = [];
    /** @type {import('node:net').Socket[]} */
    const sockets = [];
    const port = await serve({}, {}, (_request, response) => {
      response.flushHeaders();
      sockets.push(response.req.socket);
      response.once('close', () => {
        setTimeout(() => told.push('others'));
        for (const until = performance.now() + 25; performance.now() < until;);
        told.push('one left');
      });
      if (sockets.length === 3) for (const socket of sockets) socket.destroy();
    });
    for (let client = 0; client < 3; client += 1) await open(port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await expect.poll(() => told.slice(0, 5)).toEqual(['one left', 'others', 'one left', 'others', 'one left']);
  });

  it('lets nobody have more turns by what they say of where they come from', async () => {
    /** @type {string[]} */
    const told = [];
    const port = await serve({}, { trustProxy: true }, (request, response) => {
      told.push(String(request.headers['x-forwarded-for']).at(-1) ?? '');
      response.end();
    });
    const said = ['9.9.9.1, 6.6.6.6', '9.9.9.2, 6.6.6.6', '9.9.9.3, 6.6.6.6', '7.7.7.7'];
    // In one piece, so that all of them are there before the first is answered.
    const requests = said.map((from) => `GET / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${from}\r\n\r\n`);
    await open(port, requests.join(''));
    await expect.poll(() => told.join('')).toBe('6766');
  });

  it.each([
    [false, '127.0.0.1'],
    [true, '6.6.6.6'],
  ])('believes what is said of where a request comes from: %s', async (trustProxy, address) => {
    const port = await serve({}, { trustProxy });
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': '6.6.6.6' } });
    expect(await answer.text()).toBe(address);
  });
});
