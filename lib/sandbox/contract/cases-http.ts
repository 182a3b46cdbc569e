import type { Sandbox } from '@/lib/ports';
import { contains, equal, eventually, failsWith, matchesText } from './expect';
import type { ContractCase } from './contract-case';
import { finished, readUntil } from './text';

const run = async (sandbox: Sandbox, cwd: string, name: string, text: string) => {
  await sandbox.fs.writeFile(`${cwd}/${name}`, text);
  return finished(await sandbox.spawn('node', [name], { cwd }));
};
const shell = async (sandbox: Sandbox, line: string) => finished(await sandbox.spawn(sandbox.shell, ['-c', line]));

/** Echoes the request; `/slow` responds in two parts, `/stop` ends the server. */
const server = (port: number) => `
  import { createServer } from 'node:http';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (request.url === '/moved') return response.writeHead(302, { Location: '/new' }).end();
    if (request.url === '/slow') { response.write('one '); setTimeout(() => response.end('two'), 10); return; }
    if (request.url === '/stop') { response.end('stopped'); return server.close(); }
    response.setHeader('X-Method', request.method);
    response.end(request.url + ' ' + body);
  }).listen(${port}, () => console.log('up'));`;

async function serve(sandbox: Sandbox, cwd: string, port: number) {
  await sandbox.fs.writeFile(`${cwd}/server.mjs`, server(port));
  const process = await sandbox.spawn('node', ['server.mjs'], { cwd });
  await readUntil(process.output.getReader(), 'up');
  return process;
}

export const httpCases: readonly ContractCase[] = [
  {
    name: 'node serves http, and a program asks itself',
    async run(sandbox, cwd) {
      const text = `
        const http = require('http');
        const server = http.createServer((request, response) => {
          if (request.url === '/stream') { response.write('a'); setImmediate(() => response.end('b')); return; }
          if (request.url === '/none') { response.statusCode = 204; return response.end('not sent'); }
          response.writeHead(201, { 'Content-Type': 'text/x', 'Set-Cookie': ['a=1', 'b=2'] });
          request.setEncoding('utf8');
          let body = '';
          request.on('data', (part) => body += part).on('end', () => response.end(request.method + ' ' + request.headers['x-y'] + ' ' + body));
        });
        const ask = (path, options, body) => new Promise((resolve, reject) => {
          const sent = http.request('http://localhost:' + server.address().port + path, options, async (response) => {
            let text = '';
            for await (const part of response) text += part;
            const { 'content-type': type, 'content-length': length, 'transfer-encoding': coding, 'set-cookie': cookies } = response.headers;
            resolve(JSON.stringify([response.statusCode, response.statusMessage, type, length, coding, cookies, text]));
          }).on('error', reject);
          if (body) sent.write(body);
          sent.end();
        });
        server.listen(0, async () => {
          console.log(await ask('/', { headers: { 'X-Y': 'é'.length } }));
          console.log(await ask('/', { method: 'POST', headers: { 'X-Y': 'z' } }, 'body é'));
          console.log(await ask('/stream'));
          console.log(await ask('/none'));
          console.log((await (await fetch('http://localhost:' + server.address().port + '/stream')).text()));
          server.closeIdleConnections();
          server.close(() => console.log('closed', server.address()));
          server.closeAllConnections();
        });`;
      equal(await run(sandbox, cwd, 'self.cjs', text), {
        text: [
          '[201,"Created","text/x",null,"chunked",["a=1","b=2"],"GET 1 "]',
          '[201,"Created","text/x",null,"chunked",["a=1","b=2"],"POST z body é"]',
          '[200,"OK",null,null,"chunked",null,"ab"]',
          '[204,"No Content",null,null,null,null,""]',
          'ab',
          'closed null\n',
        ].join('\n'),
        code: 0,
      });
    },
  },
  {
    name: 'node refuses a port that is taken, headers that come too late, and hears that nobody listens',
    async run(sandbox, cwd) {
      const text = `
        import http, { createServer } from 'node:http';
        const first = createServer((request, response) => {
          response.end('x');
          try { response.setHeader('late', '1') } catch (error) { console.log(error.code) }
          try { response.writeHead(200) } catch (error) { console.log(error.code) }
        });
        await new Promise((up) => first.listen(0, up));
        const { port } = first.address();
        const error = await new Promise((failed) => createServer().listen(port).on('error', failed));
        console.log(error.code, error.syscall, error.port === port);
        await (await fetch('http://localhost:' + port)).text();
        await new Promise((down) => { first.close(down); first.closeAllConnections() });
        http.get({ port, host: '127.0.0.1' }).on('error', (refused) => console.log(refused.code, refused.syscall));
        const cause = await fetch('http://127.0.0.1:' + port).catch((refused) => [refused.message, refused.cause.code].join());
        console.log(cause);`;
      const { text: said, code } = await run(sandbox, cwd, 'errors.mjs', text);
      equal(said.trimEnd().split('\n').sort(), [
        'EADDRINUSE listen true',
        'ECONNREFUSED connect',
        'ERR_HTTP_HEADERS_SENT',
        'ERR_HTTP_HEADERS_SENT',
        'fetch failed,ECONNREFUSED',
      ]);
      equal(code, 0);
    },
  },
  {
    name: 'node has abort signals, and stays for what it reads',
    async run(sandbox, cwd) {
      const text = `
        const stop = new AbortController();
        stop.signal.addEventListener('abort', () => console.log('aborted'));
        stop.abort();
        console.log(typeof addEventListener, await new Response('{"a":1}').json(), await new Blob(['b']).text());`;
      equal(await run(sandbox, cwd, 'natives.mjs', text), { text: 'aborted\nundefined { a: 1 } b\n', code: 0 });
    },
  },
  {
    name: 'a server is announced, answers the page and other programs, and its port is free when it ends',
    needs: 'server',
    async run(sandbox, cwd) {
      const heard: unknown[] = [];
      const stops = [
        sandbox.on('port', ({ port, type }) => heard.push([type, port])),
        sandbox.on('server-ready', ({ url }) => heard.push(url)),
      ];
      const process = await serve(sandbox, cwd, 3100);
      equal(sandbox.servers, [{ port: 3100, url: 'http://localhost:3100/' }]);
      const body = new TextEncoder().encode('é');
      const answer = await sandbox.request(3100, { method: 'PUT', url: '/a?b', headers: [['x', 'y']], body });
      equal([answer.status, answer.headers.find(([name]) => name === 'X-Method')], [200, ['X-Method', 'PUT']]);
      equal(await new Response(answer.body).text(), '/a?b é');
      const asked = await run(
        sandbox,
        cwd,
        'ask.mjs',
        `const response = await fetch('http://localhost:3100/moved'); console.log(response.url, await response.text());`,
      );
      equal(asked, { text: 'http://localhost:3100/new /new \n', code: 0 });
      process.kill('SIGKILL');
      await process.exit;
      await eventually(() => sandbox.servers.length === 0, 'the port is free');
      stops.forEach((stop) => stop());
      equal(heard, [['open', 3100], 'http://localhost:3100/', ['close', 3100]]);
      await failsWith('ECONNREFUSED', sandbox.request(3100, { method: 'GET', url: '/', headers: [] }));
      const again = await serve(sandbox, cwd, 3100);
      equal((await shell(sandbox, 'curl -s localhost:3100/stop')).text, 'stopped');
      equal(await again.exit, 0);
    },
  },
  {
    name: 'curl reaches what listens in the sandbox, and nothing else',
    needs: 'server',
    async run(sandbox, cwd) {
      const process = await serve(sandbox, cwd, 3101);
      equal((await shell(sandbox, 'curl -s http://localhost:3101/a -d x=1 -d y=2')).text, '/a x=1&y=2');
      equal((await shell(sandbox, 'curl -s localhost:3101/slow | tr a-z A-Z')).text, 'ONE TWO');
      equal((await shell(sandbox, 'curl -s -o /dev/null -w "%{http_code}" localhost:3101/')).text, '200');
      contains((await shell(sandbox, 'curl -si localhost:3101/')).text, 'HTTP/1.1 200 OK');
      process.kill();
      await process.exit;
      const refused = await shell(sandbox, 'curl -s -S localhost:3101/');
      equal(refused.code, 7);
      matchesText(refused.text, /port 3101 after \d+ ms: Couldn't connect to server/);
      const outside = await shell(sandbox, 'curl https://example.com/');
      equal(outside.code, 7);
      contains(outside.text, 'example.com cannot be reached: this sandbox has no network');
    },
  },
  {
    name: 'who waits for a server that ends hears of it',
    needs: 'server',
    async run(sandbox, cwd) {
      const text = `require('http').createServer(() => process.exit(3)).listen(3102, () => console.log('up'))`;
      await sandbox.fs.writeFile(`${cwd}/die.js`, text);
      const process = await sandbox.spawn('node', ['die.js'], { cwd });
      await readUntil(process.output.getReader(), 'up');
      await failsWith('ECONNRESET', sandbox.request(3102, { method: 'GET', url: '/', headers: [] }));
      equal(await process.exit, 3);
    },
  },
];
