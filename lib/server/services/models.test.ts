import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { says } from '@/lib/agent/agent.fixture';
import { writeKey } from '@/lib/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { Environment } from '../environment';
import { openSite, type Site } from '../http.fixture';

let site: Site;
afterEach(() => site?.dispose());

async function ask(body: object, key?: string, settings: Partial<Environment> = {}): Promise<[number, unknown]> {
  site = await openSite(() => says('hi'), settings);
  const response = await fetch(`${site.url}/api/services/models`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'x-toolyard-key': key }) },
  });
  return [response.status, await response.json()];
}

const whatItWasTold = ({ headers }: IncomingMessage): unknown => ({
  object: 'list',
  data: ['models/a', 'b', headers.authorization].map((id) => ({ id, object: 'model' })),
});

/** A provider that lists what it was told, or something else. */
async function withList<T>(run: (baseURL: string) => Promise<T>, listed = whatItWasTold): Promise<T> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(listed(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await run(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('POST /api/services/models', () => {
  it('lists the names of a server, asked with its own key', async () => {
    const answer = await withList((baseURL) =>
      ask({ model: 'openai', baseURL }, writeKey(`openai@${new URL(baseURL).origin}`, 'sk-own'), {
        TOOLYARD_ALLOW_HOSTS: ['127.0.0.1'],
      }),
    );
    expect(answer).toEqual([200, { names: ['a', 'b', 'Bearer sk-own'] }]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    [
      'is one list without an end',
      (response) => {
        response.write('{"data":[');
        const more = () => {
          while (!response.destroyed && response.write(`{"id":"${'x'.repeat(60_000)}"},`));
        };
        response.on('drain', more);
        more();
      },
    ],
    ['is deeper than can be parsed in time', (response) => response.end('['.repeat(4_000_000))],
    ['is packed a thousand times smaller', (response) => response.end(gzipSync(Buffer.alloc(50_000_000, 32)))],
  ])('reads no further where what a server answers %s', async (_how, send) => {
    const server = createServer((_request, response) => {
      const packed = _how.includes('packed');
      response.writeHead(200, { 'content-type': 'application/json', ...(packed && { 'content-encoding': 'gzip' }) });
      send(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const baseURL = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
    const answer = await ask({ model: 'openai', baseURL }, undefined, { TOOLYARD_ALLOW_HOSTS: ['127.0.0.1'] });
    server.closeAllConnections();
    server.close();
    const words = _how.includes('deeper') ? '200 levels' : '5000000 bytes';
    expect(answer).toEqual([502, expect.objectContaining({ message: expect.stringContaining(words) })]);
  });

  it('does not advise to list a server that redirects to itself', async () => {
    const server = createServer((_request, response) => response.writeHead(307, { location: '/v1/models' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const asked = { model: 'openai', baseURL: `http://${host}/v1` };
    const answer = await ask(asked, undefined, { TOOLYARD_ALLOW_HOSTS: [host] });
    server.closeAllConnections();
    server.close();
    const message = `http://${host} redirects more than 5 times.`;
    expect(answer).toEqual([400, expect.objectContaining({ code: 'ADDRESS_REFUSED', message })]);
  });

  it.each<[unknown, string[] | undefined]>([
    [
      { data: [null, 7, 'a', [], { id: 7 }, { id: null }, { id: { a: 1 } }, { id: 'x'.repeat(201) }, { id: 'b' }] },
      ['7', 'b'],
    ],
    [{ data: {} }, undefined],
    [{ data: 7 }, undefined],
    [{ data: [] }, []],
    [{ data: ['a', { name: 'a' }] }, undefined],
    [{}, undefined],
    [{ models: [{ id: 'a' }] }, undefined],
    [[{ id: 'a' }], undefined],
    [['a'], undefined],
  ])('takes what it can of %j', async (list, names) => {
    const [status, answer] = await withList(
      (baseURL) => ask({ model: 'openai', baseURL }, undefined, { TOOLYARD_ALLOW_HOSTS: ['127.0.0.1'] }),
      () => list,
    );
    expect([status, answer]).toEqual(names ? [200, { names }] : [502, expect.objectContaining({ code: 'BAD_ANSWER' })]);
  });

  it.each<[string, object, string | undefined, number, string]>([
    [
      'an address that nobody listed',
      { model: 'openai', baseURL: 'http://127.0.0.1:4000/v1' },
      undefined,
      400,
      'ADDRESS_REFUSED',
    ],
    ['no key', { model: 'gemini' }, undefined, 401, 'KEY_REQUIRED'],
    ['the key of another', { model: 'openai' }, 'gemini sk', 401, 'KEY_REQUIRED'],
    ['a model without names', { model: 'scripted' }, undefined, 400, 'BAD_REQUEST'],
    ['what is no address', { model: 'openai', baseURL: 'file:///etc/passwd' }, undefined, 400, 'BAD_REQUEST'],
  ])('refuses %s', async (_what, body, key, status, code) => {
    expect(await ask(body, key)).toEqual([status, expect.objectContaining({ code })]);
  });
});
