import { get } from 'node:http';
import { expect, test } from '../fixtures/test';

/** A program that prints what it can reach in the sandbox. */
const spy = (page: string) => `
const PAGE = ${JSON.stringify(page)};
const tries = {
  cookie: () => document.cookie,
  parent: () => parent.document.title,
  storage: () => localStorage.length,
  databases: () => indexedDB.databases(),
  fetch: () => fetch('/api/threads/x'),
  outside: () => fetch('https://example.com/'),
  socket: () => new WebSocket('ws://127.0.0.1:9/'),
  request: () => new XMLHttpRequest(),
  scripts: () => importScripts('https://example.com/x.js'),
  http: () => get('http://127.0.0.1:9/'),
  page: () => get(PAGE + '/api/threads/x'),
};
const get = (url) => new Promise((resolve, reject) => require('http').get(url, resolve).on('error', reject));
(async () => {
  const reached = [], refused = [];
  for (const [name, attempt] of Object.entries(tries)) {
    try { await attempt(); reached.push(name); } catch { refused.push(name); }
  }
  console.log('refused ' + refused.length + ', reached [' + reached + ']');
})();
`;

test('sandboxed code reads no cookies and reaches no network', async ({ playground, context, baseURL }) => {
  await playground.play('validation');
  expect(await context.cookies(baseURL)).not.toEqual([]);
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));

  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.paste(`echo ${btoa(spy(baseURL ?? ''))} | base64 -d > spy.cjs; node spy.cjs`);
  await expect(playground.terminal.text).toContainText('refused 11, reached []');
  expect(asked.filter((url) => /example\.com|threads\/x|:9\//.test(url))).toEqual([]);
});

test('the sandbox frame is opaque and still isolated', async ({ request }) => {
  const response = await request.get('/sandbox-frame');
  const policy = response.headers()['content-security-policy'] ?? '';
  for (const part of ['sandbox allow-scripts', "default-src 'none'", "connect-src 'none'", 'worker-src blob:']) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toContain('allow-same-origin');
  expect(response.headers()['cross-origin-embedder-policy']).toBe('require-corp');
});

test('the page carries its policy', async ({ request, page }) => {
  const headers = (await request.get('/')).headers();
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/);
  expect(headers['content-security-policy']).toContain("frame-src 'self';");
  await page.goto('/');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test('a request from another origin, or of another type, is refused', async ({ request, baseURL }) => {
  const post = (headers: Record<string, string>) =>
    request.post('/api/agent', { headers, data: '{}', maxRedirects: 0 }).then((response) => response.status());
  expect(await post({ 'content-type': 'application/json', origin: 'https://evil.example' })).toBe(403);
  expect(await post({ 'content-type': 'text/plain', origin: baseURL ?? '' })).toBe(403);
  expect(await post({ 'content-type': 'application/json', origin: baseURL ?? '' })).toBe(400);
});

test('a client that offers another protocol is answered over HTTP', async ({ baseURL }) => {
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
  };
  const status = await new Promise((resolve, reject) => {
    const asked = get(new URL('/api/threads/nobody/events', baseURL), { headers }, (answer) => {
      resolve(answer.resume().statusCode);
    });
    asked.on('error', reject).on('upgrade', (answer) => resolve(answer.statusCode));
  });
  expect(status).toBe(401);
});
