import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openaiModel } from '@/lib/models/openai';
import { guardedLookup, isPublicAddress, type Resolve } from './address-guard';
import { AllowHostsSchema, listsHost } from './allow-hosts';
import { fewLookups } from './few-lookups';
import { createGuardedFetch } from './guarded-fetch';
import { closeWeb, serveBytes, serveProxy, serveSecurely, serveWeb, type AskedOf } from './web.fixture';

afterEach(closeWeb);
afterEach(() => vi.unstubAllEnvs());

const dns =
  (answers: Record<string, string[][]>): Resolve =>
  (hostname, _options, callback) => {
    const turns = answers[hostname];
    const found = turns && turns.length > 1 ? turns.shift() : turns?.[0];
    if (!found) callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    else
      callback(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  };

describe('isPublicAddress', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.8.8.8', 'loopback'],
    ['0.0.0.0', 'unspecified'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'metadata'],
    ['168.63.129.16', 'metadata with a public address'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'metadata in carrier-grade NAT'],
    ['192.0.0.192', 'metadata in a reserved block'],
    ['198.18.0.1', 'benchmarks'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['240.0.0.1', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata'],
    ['ff02::1', 'multicast'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped, of a public one too'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:1::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['4000::1', 'nobody'],
    ['not an address', 'nonsense'],
  ])('refuses %s (%s)', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'takes %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('TOOLYARD_ALLOW_HOSTS', () => {
  it.each([
    ['localhost', 'http://localhost:1234/v1', true],
    ['LOCALHOST', 'http://localhost/', true],
    ['localhost:1234', 'http://localhost:1234/v1', true],
    ['localhost:1234', 'http://localhost:1235/v1', false],
    ['box:443, other', 'https://box/', true],
    ['box:80', 'http://box/', true],
    ['box:80', 'https://box/', false],
    ['127.0.0.1', 'http://2130706433/', true],
    ['[::1]:8080', 'http://[::1]:8080/', true],
    ['box', 'http://box.example/', false],
    ['box', 'http://notbox/', false],
    ['', 'http://localhost/', false],
  ])('%j and %s: %s', (list, url, listed) =>
    expect(listsHost(AllowHostsSchema.parse(list), new URL(url))).toBe(listed),
  );

  it.each(['http://localhost', 'localhost/path', 'user@host', 'a b:x'])('is not %j', (list) =>
    expect(AllowHostsSchema.safeParse(list).success).toBe(false),
  );
});

describe('createGuardedFetch', () => {
  it.each([
    ['an address', (port: number) => `http://127.0.0.1:${port}/`],
    ['a decimal address', (port: number) => `http://2130706433:${port}/`],
    ['a hexadecimal address', (port: number) => `http://0x7f.1:${port}/`],
    ['an octal address', (port: number) => `http://0177.0.0.1:${port}/`],
    ['wide digits', (port: number) => `http://１２７.0.0.1:${port}/`],
    ['a mapped address', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['the name of this machine', (port: number) => `http://localhost:${port}/`],
    ['a name with a password', (port: number) => `http://a:b@localhost:${port}/`],
  ])('refuses %s', async (_what, url) => {
    const site = await serveWeb((_request, response) => response.end('secret'));
    await expect(createGuardedFetch()(url(site.port))).rejects.toMatchObject({ code: 'URL_REFUSED' });
    expect(site.asked).toEqual([]);
  });

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,a'])('refuses %s', async (url) => {
    await expect(createGuardedFetch()(url)).rejects.toMatchObject({ code: 'URL_REFUSED' });
  });

  it('checks in the look-up of the socket itself: a name that was public a moment ago gains nothing', async () => {
    const site = await serveWeb((_request, response) => response.end('secret'));
    let turns = 0;
    const rebinding: Resolve = (_hostname, _options, callback) => {
      turns += 1;
      callback(null, [{ address: turns === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }]);
    };
    const ask = () =>
      new Promise((resolve) =>
        guardedLookup(rebinding)('rebind.example', { all: true }, (error, addresses) => resolve(error ?? addresses)),
      );
    // What a socket is told first is all it connects to.
    expect(await ask()).toEqual([{ address: '8.8.8.8', family: 4 }]);
    const guarded = createGuardedFetch({ resolve: rebinding });
    await expect(guarded(`http://rebind.example:${site.port}/`)).rejects.toMatchObject({ code: 'URL_REFUSED' });
    expect(turns).toBe(2);
    expect(site.asked).toEqual([]);
  });

  it('refuses a name with one private address among public ones', async () => {
    const guarded = createGuardedFetch({ resolve: dns({ 'mixed.example': [['8.8.8.8', '10.0.0.1']] }) });
    await expect(guarded('http://mixed.example/')).rejects.toMatchObject({ code: 'URL_REFUSED' });
  });

  it('says what the network said where a name has no address', async () => {
    await expect(createGuardedFetch({ resolve: dns({}) })('http://none.example/')).rejects.toMatchObject({
      cause: { code: 'ENOTFOUND' },
    });
  });

  it('reaches what the operator listed, in full', async () => {
    const site = await serveWeb((_request, response) => response.writeHead(201, { 'x-a': 'b' }).end('hello'));
    const guarded = createGuardedFetch({ allowHosts: [site.host] });
    const response = await guarded(`http://${site.host}/p?q=1`, {
      method: 'POST',
      headers: { 'x-api-key': 'k' },
      body: 'ü',
    });
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.url, response.headers.get('x-a')]).toEqual([
      201,
      `http://${site.host}/p?q=1`,
      'b',
    ]);
    expect(await response.text()).toBe('hello');
    expect(site.asked).toMatchObject([{ url: '/p?q=1', method: 'POST', body: 'ü', headers: { 'x-api-key': 'k' } }]);
  });

  it('follows redirects within the listed origin, and checks each hop that leaves it', async () => {
    const secret = await serveWeb((_request, response) => response.end('secret'));
    const site = await serveWeb(({ url }, response) => {
      const to: Record<string, string> = { '/in': '/end', '/out': `http://${secret.host}/`, '/loop': '/loop' };
      const location = to[url];
      if (location === undefined) response.end('end');
      else response.writeHead(302, { location }).end();
    });
    // Both are on the operator's list, and still a page does not choose among what is on it.
    const guarded = createGuardedFetch({ allowHosts: [site.host, secret.host] });
    expect(await (await guarded(`http://${site.host}/in`, { method: 'POST', body: 'x' })).text()).toBe('end');
    expect(site.asked.at(-1)).toMatchObject({ method: 'GET', body: '' });
    await expect(guarded(`http://${site.host}/out`)).rejects.toMatchObject({ code: 'URL_REFUSED' });
    await expect(guarded(`http://${site.host}/loop`)).rejects.toMatchObject({ code: 'URL_REFUSED' });
    expect(secret.asked).toEqual([]);
    const manual = await guarded(`http://${site.host}/out`, { redirect: 'manual' });
    expect(manual.headers.get('location')).toBe(`http://${secret.host}/`);
  });

  it('stops with the signal, before the answer and within it', async () => {
    const site = await serveWeb((_request, response) => void response.write('half'));
    const guarded = createGuardedFetch({ allowHosts: [site.host] });
    await expect(guarded(`http://${site.host}/`, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    const stop = new AbortController();
    const response = await guarded(`http://${site.host}/`, { signal: stop.signal });
    const text = response.text();
    stop.abort(new Error('enough'));
    await expect(text).rejects.toThrow('enough');
  });
});

describe('an outgoing proxy', () => {
  const PUBLIC = '93.184.216.34';
  const setUp = async (variables: Record<string, string> = {}, port?: number) => {
    const site = await serveWeb((_asked, response) => response.end('hello'));
    const proxy = await serveProxy(port ?? site.port);
    for (const name of ['HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
      vi.stubEnv(name, '');
      vi.stubEnv(name.toLowerCase(), '');
    }
    vi.stubEnv('http_proxy', '');
    vi.stubEnv('HTTP_PROXY', proxy.url);
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    return { site, proxy };
  };

  it('is told the address that was checked, not the name', async () => {
    const { proxy, site } = await setUp();
    const fetch = createGuardedFetch({ resolve: dns({ 'a.example': [[PUBLIC]] }) });
    expect(await (await fetch('http://a.example/x')).text()).toBe('hello');
    expect(proxy.tunnels).toEqual([`${PUBLIC}:80`]);
    expect(site.asked[0]).toMatchObject({ url: '/x', headers: { host: 'a.example' } });
  });

  it.each([
    ['http://a.example/', '10.0.0.1'],
    ['http://169.254.169.254/', PUBLIC],
    ['http://[::ffff:127.0.0.1]/', PUBLIC],
    ['http://2130706433.example:81/', '127.0.0.1'],
  ])('does not bring anybody to what is private: %s at %s', async (url, address) => {
    const { proxy } = await setUp();
    const fetch = createGuardedFetch({ resolve: dns({ [new URL(url).hostname]: [[address]] }) });
    await expect(fetch(url)).rejects.toMatchObject({ code: 'URL_REFUSED' });
    expect(proxy.tunnels).toEqual([]);
  });

  it('may look up what is listed, and what is well known', async () => {
    const { proxy } = await setUp();
    const fetch = createGuardedFetch({
      allowHosts: ['listed.example'],
      wellKnown: ['known.example'],
      resolve: dns({}),
    });
    await Promise.all(['http://listed.example/', 'http://known.example/'].map((url) => fetch(url)));
    expect(proxy.tunnels.toSorted()).toEqual(['known.example:80', 'listed.example:80']);
    await expect(fetch('http://other.example/')).rejects.toThrow();
  });

  it('is refused if it is no http proxy, which would look names up unchecked', async () => {
    await setUp({ HTTP_PROXY: 'socks5://127.0.0.1:1' });
    await expect(createGuardedFetch()('http://a.example/')).rejects.toThrow('no http or https proxy');
  });

  it('carries https, encrypted from here to the server, whose certificate is checked here', async () => {
    const { port, names } = await serveSecurely();
    const { proxy } = await setUp({}, port);
    vi.stubEnv('HTTP_PROXY', '');
    vi.stubEnv('HTTPS_PROXY', proxy.url.replace('http://', 'http://ada:secret@'));
    const fetch = createGuardedFetch({ resolve: dns({ 'a.example': [[PUBLIC]] }) });
    await expect(fetch('https://a.example/x')).rejects.toMatchObject({
      cause: { code: expect.stringContaining('CERT') },
    });
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await (await fetch('https://a.example/x')).text()).toBe('hello');
    expect(proxy.tunnels).toEqual([`${PUBLIC}:443`, `${PUBLIC}:443`]);
    expect(names).toEqual(['a.example', 'a.example']);
    expect(proxy.headers[0]?.['proxy-authorization']).toBe(`Basic ${btoa('ada:secret')}`);
  });

  it('is left out for NO_PROXY, and for this machine', async () => {
    const { proxy, site } = await setUp({ NO_PROXY: '.inner.example' });
    const fetch = createGuardedFetch({
      allowHosts: ['127.0.0.1'],
      resolve: dns({ 'a.inner.example': [['10.0.0.1']] }),
    });
    expect((await fetch(`http://${site.host}/`)).status).toBe(200);
    await expect(fetch('http://a.inner.example/')).rejects.toMatchObject({ code: 'URL_REFUSED' });
    expect(proxy.tunnels).toEqual([]);
  });
});

describe('a connection that is closed while the answer waits for a slow reader', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
  const SIZES = [20_000, 70_000, 100_000, 150_000, 2_000_000];
  const FRAMES: [how: string, text: (size: number) => string][] = [
    ['a length', (size) => `${HEAD}content-length: ${size}\r\n\r\n${'x'.repeat(size)}`],
    ['no length', (size) => `${HEAD}\r\n${'x'.repeat(size)}`],
    [
      'chunks',
      (size) => `${HEAD}transfer-encoding: chunked\r\n\r\n${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`,
    ],
  ];

  /** The length of an answer that is read only once the server has closed its connection like this. */
  const lengthOf = async (text: string, close: (socket: Socket) => void, proxied = false): Promise<number> => {
    const { host } = await serveBytes((socket) => {
      socket.once('data', () => socket.write(text, () => close(socket)));
    });
    if (proxied) {
      for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
      vi.stubEnv('http_proxy', (await serveProxy(Number(host.split(':')[1]))).url);
    }
    const named = proxied ? 'a.example' : host;
    const response = await createGuardedFetch({ allowHosts: [named] })(`http://${named}/`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return (await response.text()).length;
  };

  it.each(FRAMES)('is read to its end: %s', async (_how, text) => {
    const lengths = await Promise.all(SIZES.map((size) => lengthOf(text(size), (socket) => void socket.end())));
    expect(lengths).toEqual(SIZES);
  });

  it.each(FRAMES)('is read to its end through a proxy: %s', async (_how, text) => {
    for (const size of SIZES) expect(await lengthOf(text(size), (socket) => void socket.end(), true)).toBe(size);
  });

  it.each(FRAMES)('is read or refused where it was reset: %s', async (how, text) => {
    const reset = (socket: Socket): void => void socket.resetAndDestroy();
    const answers = await Promise.allSettled(SIZES.map((size) => lengthOf(text(size), reset)));
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'rejected') expect(String(answer.reason)).toContain('terminated');
      // Without a length nobody can know.
      else if (how !== 'no length') expect(answer.value).toBe(SIZES[index]);
    }
  });
});

it('breaks off what is longer than it may be', async () => {
  const site = await serveWeb((_asked, response) => {
    response.write('x'.repeat(1000));
    response.end('x'.repeat(1000));
  });
  const fetch = createGuardedFetch({ allowHosts: ['127.0.0.1'], maxBytes: 1500 });
  await expect((await fetch(`http://${site.host}/`)).text()).rejects.toMatchObject({ code: 'ANSWER_TOO_LONG' });
});

it('hands on what comes of many answers at once so that others have their turn between them', async () => {
  const open: ServerResponse[] = [];
  const site = await serveWeb((_asked, response) => {
    response.flushHeaders();
    open.push(response);
  });
  const fetch = createGuardedFetch({ allowHosts: ['127.0.0.1'] });
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`http://${site.host}/`)));
  const order: string[] = [];
  const read = async (answer: Response): Promise<void> => {
    await answer.body?.getReader().read();
    setTimeout(() => order.push('others'));
    for (const until = performance.now() + 25; performance.now() < until;);
    order.push('piece');
  };
  const reading = Promise.all(answers.map(read));
  for (const response of open) response.end('x');
  await reading;
  expect(order).toEqual(['piece', 'others', 'piece', 'others', 'piece']);
});

it('looks few names up at once, and every one in the end', async () => {
  let asking = 0;
  let most = 0;
  const resolve: Resolve = (_hostname, _options, callback) => {
    asking += 1;
    most = Math.max(most, asking);
    setImmediate(() => {
      asking -= 1;
      callback(null, [{ address: '10.0.0.1', family: 4 }]);
    });
  };
  const fetch = createGuardedFetch({ resolve: fewLookups(resolve, 3) });
  const names = Array.from({ length: 20 }, (_, index) => `http://n${index}.example/`);
  const answers = await Promise.allSettled(names.map((name) => fetch(name)));
  expect(answers.every((answer) => answer.status === 'rejected')).toBe(true);
  expect(most).toBe(3);
});

describe('an answer that takes too long', () => {
  /** Says one byte after another, and never ends. */
  const drip = (_asked: unknown, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const dripping = setInterval(() => response.write(':'), 10);
    response.on('close', () => clearInterval(dripping));
  };
  const TOO_LONG = { code: 'ANSWER_TOO_LONG', message: 'The answer takes longer than 0.3 seconds.' };

  it.each<[string, (asked: AskedOf, response: ServerResponse) => void]>([
    ['drips', drip],
    ['stops in the middle', (_asked, response) => void response.write('half')],
    ['never begins', () => undefined],
    [
      'redirects first',
      (asked, response) =>
        asked.url === '/' ? void response.writeHead(302, { location: '/on' }).end() : drip(asked, response),
    ],
  ])('is broken off: it %s', async (_how, answer) => {
    const site = await serveWeb(answer);
    const fetch = createGuardedFetch({ allowHosts: ['127.0.0.1'], maxMs: 300 });
    await expect(fetch(`http://${site.host}/`).then((response) => response.text())).rejects.toMatchObject(TOO_LONG);
  });

  it('ends a model’s turn, which is not asked for again', async () => {
    const { host } = await serveWeb(drip);
    const fetch = createGuardedFetch({ allowHosts: ['127.0.0.1'], maxMs: 300 });
    const model = openaiModel({ apiKey: '', name: 'm', baseURL: `http://${host}/v1`, fetch });
    const turn = model.turn({
      system: '',
      messages: [],
      tools: [],
      maxTokens: 1,
      signal: new AbortController().signal,
    });
    await expect(turn[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'BAD_ANSWER',
      message: TOO_LONG.message,
      retry: false,
    });
  });

  it.each<[string, (response: Response) => Promise<unknown>]>([
    ['is read', (response) => response.text()],
    ['is not wanted', async (response) => response.body?.cancel()],
    [
      'is read in part',
      async (response) => {
        for await (const _piece of response.body ?? []) break;
      },
    ],
  ])('leaves nothing on the signal that many requests share once it %s', async (_how, take) => {
    const site = await serveWeb((_asked, response) => response.end('hello'));
    const { signal } = new AbortController();
    const fetch = createGuardedFetch({ allowHosts: ['127.0.0.1'] });
    const response = await fetch(`http://${site.host}/`, { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await take(response);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await expect(fetch('http://10.0.0.1/', { signal })).rejects.toThrow();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
