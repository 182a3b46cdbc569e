import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { warmServer } from './warm-server.mjs';

const ASKED = [
  { method: 'GET', path: '/' },
  { method: 'POST', path: '/api/agent' },
];

it('asks for everything, one after another, and listens no more in the end', async () => {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('here');
  });
  await warmServer(server, ASKED);
  expect(asked).toEqual(['GET /', 'POST /api/agent']);
  expect(server.listening).toBe(false);
});

it('asks for the others where one breaks off', async () => {
  /** @type {(string | undefined)[]} */
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.destroy();
  });
  await warmServer(server, ASKED);
  expect(asked).toEqual(['/', '/api/agent']);
});

it.each([
  ['breaks off', (/** @type {import('node:http').ServerResponse} */ response) => response.destroy()],
  ['never answers', () => undefined],
  ['never ends', (/** @type {import('node:http').ServerResponse} */ response) => response.write('x')],
])('ends also if a server %s', async (_, answer) => {
  const server = createServer((_request, response) => void answer(response));
  await warmServer(server, ASKED, 100);
  expect(server.listening).toBe(false);
});
