const BEARER = `Bearer ${'odd '.repeat(10)}`;
const ROUTES = [
  'POST /api/agent',
  'POST /api/session',
  'GET /api/threads/t',
  'GET /api/threads/t/events',
  'GET /api/threads/t/exchanges',
  'DELETE /api/threads/t/run',
  'DELETE /api/threads/t/leg',
  ...['count-tokens', 'git-relay', 'models', 'mcp-relay', 'remote-trigger', 'web-fetch', 'web-search'].map(
    (service) => `POST /api/services/${service}`,
  ),
  'GET /api/services/mcp-relay?channel=abcdefghijklmnop',
  'GET /',
  'GET /tools',
  'GET /presets',
  'GET /workshop',
  'GET /compare',
  'GET /sandbox-frame',
  'GET /sandbox-frame/code',
  'GET /sandbox-frame/preview',
  'GET /icon.svg',
  'GET /_next/image?url=%2Ficon.svg&w=64&q=75',
  'GET /_next/data/x/index.json',
];
/** Header lines. A `-` before a name leaves the header out. */
const HEADERS = [
  '-host',
  'host: evil.example',
  'host: a\r\nhost: b',
  'host: 127.0.0.1:x',
  'host:',
  'origin: null',
  'origin: x',
  'authorization: Bearer',
  'authorization: Basic abc',
  `authorization: bearer ${'x'.repeat(8_000)}`,
  'cookie: toolyard_session=',
  '-authorization\r\ncookie: toolyard_session=a.b',
  'cookie: =;=;;=;toolyard_session',
  'content-type: text/plain',
  '-content-type',
  'content-type: multipart/form-data; boundary=x',
  'content-length: -1',
  'content-length: 9e9',
  'content-length: 99999999999999',
  'transfer-encoding: gzip, chunked',
  'content-encoding: gzip',
  'expect: 100-continue',
  'expect: x',
  'range: bytes=0-1',
  'if-none-match: *',
  'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: x\r\nsec-websocket-version: 13',
  'upgrade: h2c\r\nconnection: Upgrade, HTTP2-Settings\r\nhttp2-settings: AAMAAABkAAQCAAAAAAIAAAAA',
  'x-forwarded-for: garbage',
  'x-forwarded-host: evil.example',
  'forwarded: for=1.2.3.4',
  'x-toolyard-key: __proto__ x',
  'x-toolyard-key: openai',
  'x-toolyard-headers: constructor {"x-a":"b"}',
  'x-toolyard-headers: anthropic {',
  'last-event-id: -1',
  `last-event-id: ${'9'.repeat(40)}`,
  'last-event-id: 0x10',
  'sec-fetch-site: cross-site',
  `accept-language: ${','.repeat(5_000)}`,
  'rsc: 1',
  'next-action: x',
  'x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy',
  'x-matched-path: /api/agent',
  'next-url: %',
];
const QUERIES = [
  '?after=-1',
  '?after=__proto__',
  '?after=1&after=2',
  '?%',
  `?${'a=b&'.repeat(1500)}`,
  '?lang=__proto__',
  '/',
  '//',
  '/%2e%2e',
  '?scenario=constructor&preset=__proto__&model=constructor',
  '?_rsc=x',
  '%00',
  '/../..%2fetc',
  '#x',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'get'];
const BODIES = [
  '',
  'null',
  '[]',
  '""',
  '0',
  '{"a":',
  '\0',
  '{"__proto__":{"x":1}}',
  '{"constructor":1}',
  '{"url":{}}',
  '{"url":null,"prompt":5}',
  '{"query":["a"]}',
  `{"query":"${'x'.repeat(2e3)}"}`,
  '{"model":"__proto__"}',
  '{"model":"openai","baseURL":""}',
  '{"text":5,"tools":[null]}',
  `{"tools":${'['.repeat(150)}${']'.repeat(150)}}`,
  '{"channel":"__proto__","exchange":"__proto__"}',
  '﻿{}',
  '{"a":1}{"b":2}',
  '{"query":"\\ud800 x"}',
  '{"url":"toolyard:../../etc/passwd","prompt":"x"}',
  '{"query":"a AND (","allowed_domains":["(","*"]}',
];

/** Malformed or malicious requests to each route, as they travel. @param {string} host @returns {string[]} */
export function oddRequests(host) {
  const heads = [`host: ${host}`, `authorization: ${BEARER}`, 'content-type: application/json'];
  /** @param {string} method @param {string} path @param {string} [odd] @param {string} [body] */
  const request = (method, path, odd = '', body = method === 'POST' ? '{}' : '') => {
    const said = new Set(odd.split('\r\n').map((line) => line.replace(/^-/, '').split(':')[0]));
    const usual = [...heads, ...(method === 'GET' ? [] : [`content-length: ${Buffer.byteLength(body)}`])];
    const lines = [
      ...usual.filter((line) => !said.has(line.split(':')[0])),
      ...odd.split('\r\n').filter((line) => line !== '' && !line.startsWith('-')),
    ];
    return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
  };
  return ROUTES.flatMap((route) => {
    const [method = '', path = ''] = route.split(' ');
    return [
      ...HEADERS.map((odd) => request(method, path, odd)),
      ...METHODS.map((other) => request(other, path)),
      ...QUERIES.map((query) => request(method, path + query)),
      ...(method === 'POST' ? BODIES.map((body) => request(method, path, '', body)) : []),
    ];
  });
}
