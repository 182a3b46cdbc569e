import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from '../../../http/http-client';
import type { HttpFrame } from '../../../protocol/http';
import { runNative } from '../../../testing/native';
import { runEmbedded } from '../../testing/embedded';
import { FIXTURE, FIXTURE_TIME } from '../../testing/fixture';

/** Lines of curl, which ask the server of this test at `$P`. */
const LINES = [
  'curl -s $P/a',
  'curl -si $P/a',
  'curl -sI $P/a',
  'curl -s -i $P/cookies',
  'curl -s -d x=1 -d y=2 $P/echo',
  'curl -s --data-raw @x -H "Content-Type: text/plain" $P/echo',
  'curl -s -d @words.txt $P/echo',
  'curl -s --data-binary @words.txt $P/echo',
  'curl -s --data-urlencode "q=a b&c" --data-urlencode =é $P/echo',
  'curl -s -G --data-urlencode "q=a b" -d z=1 "$P/echo?first=1"',
  `curl -s --json '{"a":1}' $P/echo`,
  'curl -s -X PUT -d body $P/echo',
  'curl -s -X DELETE $P/echo',
  'curl -s -T nums.txt $P/up/',
  'curl -s -F name=value -F "file=@nums.txt" -F "text=<nums.txt" -F "typed=x;type=text/csv" $P/form',
  'curl -s -H "X-One: 1" -H "Accept:" -H "X-Empty;" -A me -e http://from/ -b "a=1; b=2" $P/echo',
  'curl -s -u user:pass $P/echo',
  'curl -s --oauth2-bearer token $P/echo',
  'curl -s -r 0-3 $P/echo',
  'curl -s $P/moved',
  'curl -sL $P/moved',
  'curl -sLi $P/moved',
  'curl -sL -d x=1 $P/moved',
  'curl -sL --post302 -d x=1 $P/moved',
  'curl -sL --max-redirs 2 $P/round; echo $?',
  'curl -s -f $P/missing; echo $?',
  'curl -s $P/missing; echo $?',
  'curl -s --fail-with-body $P/missing; echo " $?"',
  'curl -s -o out.txt $P/a; cat out.txt',
  'curl -s -O $P/a && cat a',
  'curl -s --create-dirs -o deep/er/x $P/a; cat deep/er/x',
  'curl -s -O -J $P/attached && ls named.txt',
  `curl -s -o /dev/null -w '%{http_code} %{content_type} %{size_download} %{num_redirects} %{method}\\n' $P/a`,
  `curl -sL -o /dev/null -w '%{http_code} %{num_redirects} %{url_effective}\\n' $P/moved`,
  `curl -s -o /dev/null -w '%{redirect_url} %{scheme} %header{x-who} %% \\t.' $P/moved`,
  'curl -s "$P/n[1-3]" -o "f#1.txt" -s; ls',
  'curl -s "$P/{a,b}"',
  'curl -s $P/a $P/b',
  'curl -s -D head.txt $P/a; grep -c X-Who head.txt',
  'curl -s -c jar $P/cookies; tail -n +5 jar | cut -f6,7 | sort; curl -s -b jar $P/echo',
  'curl -s http://127.0.0.1:1/; echo $?',
  'curl -sS http://127.0.0.1:1/ 2>/dev/null; echo $?',
  'curl -s -m 0.3 $P/slow; echo $?',
  'curl -s nope://x/; echo $?',
  'curl -s "http://a b/"; echo $?',
  'curl 2>/dev/null; echo $?',
  'curl --nope 2>/dev/null; echo $?',
  'curl -s $P/cut; echo $?',
  'curl -s $P/empty; echo $?',
  'curl -s $P/none | wc -c',
  'curl -s file://$PWD/nums.txt | head -1',
  'curl -s -v $P/a 2>&1 | grep -c "^[<>] "',
  'echo posted | curl -s -d @- $P/echo',
  'curl -s -XPOST -d "" $P/echo',
  'curl -s -I -X GET $P/a | head -1',
  'curl -sIL $P/moved | grep -c HTTP',
];

let server: Server;
let place = '';
let asked: string[] = [];

const hasCurl = (): boolean => {
  try {
    execFileSync('curl', ['--version']);
    return true;
  } catch {
    return false;
  }
};

/** What a request said, without what is another each time. */
const said = (text: string): string =>
  text
    .replaceAll(/curl\/[\d.]+/g, 'curl')
    .replaceAll(/-{20,}\w{16}/g, 'BOUNDARY')
    .replaceAll(/(Date: ).*/g, '$1now')
    // Nobody waits for leave to send here.
    .replaceAll(/Expect: 100-continue\n/g, '')
    // The machine's curl has a longer boundary in newer versions.
    .replaceAll(/(Content-Length: |"content-length: )\d{3,}/gi, '$1N');

beforeAll(async () => {
  const answerTo = async (ask: IncomingMessage, answer: ServerResponse): Promise<unknown> => {
    const { url = '', method = '' } = ask;
    let body = '';
    for await (const part of ask) body += String(part);
    const headers: string[] = [];
    // Node's own client, which stands between here, says how long it keeps its sockets.
    for (let at = 0; at < ask.rawHeaders.length; at += 2)
      if (ask.rawHeaders[at] !== 'Connection') headers.push(`${ask.rawHeaders[at]}: ${ask.rawHeaders[at + 1]}`);
    asked.push(said(`${method} ${url}\n${headers.join('\n')}\n\n${body}`));
    answer.setHeader('X-Who', 'me');
    const path = url.replace(/\?.*/, '');
    if (path === '/moved') return answer.writeHead(302, { Location: '/a' }).end('gone');
    if (path === '/round') return answer.writeHead(302, { Location: '/round' }).end();
    if (path === '/missing') return answer.writeHead(404, { 'Content-Type': 'text/plain' }).end('not here');
    if (path === '/cookies') return answer.setHeader('Set-Cookie', ['one=1; Path=/', 'two=2; Path=/']).end('set');
    if (path === '/attached')
      return answer.setHeader('Content-Disposition', 'attachment; filename="named.txt"').end('x');
    if (path === '/slow') return void setTimeout(() => answer.end('late'), 1500).unref();
    if (path === '/none') return answer.writeHead(204).end();
    if (path === '/empty') return void ask.socket.destroy();
    if (path === '/cut') {
      answer.writeHead(200, { 'Content-Length': '100' });
      answer.write('some', () => ask.socket.destroy());
      return undefined;
    }
    answer.setHeader('Content-Type', 'text/plain; charset=utf-8');
    return answer.end(path === '/echo' ? asked.at(-1)?.replaceAll(place, 'here') : `at ${path}\n`);
  };
  server = createServer((ask, answer) => void answerTo(ask, answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  place = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
});
afterAll(() => void server.close());

/** Stands in for the kernel's network, which has no server of this test: each exchange is one over a real socket. */
function overSockets(): HttpClient {
  const open = new Map<number, ReturnType<typeof request>>();
  const client: HttpClient = new HttpClient((id, frame) => {
    const tell = (answer: HttpFrame) => client.receive(id, answer);
    switch (frame.kind) {
      case 'request': {
        const { method, url, headers } = frame.head;
        const ask = request({
          host: '127.0.0.1',
          port: frame.port,
          method,
          path: url,
          headers: headers.flat(),
          setHost: false,
        });
        open.set(id, ask);
        ask.on('response', (answer) => {
          const { rawHeaders, statusCode = 0, statusMessage = '' } = answer;
          const pairs = rawHeaders.flatMap((name, at): [string, string][] =>
            at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
          );
          tell({ kind: 'response', head: { status: statusCode, statusText: statusMessage, headers: pairs } });
          answer.on('data', (bytes: Buffer) => tell({ kind: 'data', bytes: new Uint8Array(bytes) }));
          answer.on('end', () => tell({ kind: 'end' }));
          answer.on('error', (error) => tell({ kind: 'fail', code: 'ECONNRESET', message: error.message }));
        });
        ask.on('error', (error: NodeJS.ErrnoException) =>
          tell({ kind: 'fail', code: error.code ?? 'EIO', message: error.message }),
        );
        return undefined;
      }
      case 'data':
        return void open.get(id)?.write(frame.bytes);
      case 'end':
        return void open.get(id)?.end();
      default:
        return void open.get(id)?.destroy();
    }
  });
  return client;
}

describe.runIf(hasCurl())("the sandbox's curl beside the machine's", () => {
  it.each(LINES)('%s', async (line) => {
    const script = `P=${place}; ${line}`;
    asked = [];
    const native = await runNative(script, FIXTURE, { modified: FIXTURE_TIME });
    const askedNatively = asked;
    asked = [];
    const ours = await runEmbedded(script, { client: overSockets() });
    expect(asked).toEqual(askedNatively);
    const shown = ({ stdout, code, files }: typeof native) => ({
      stdout: said(stdout).replaceAll(/Keep-Alive.*\r\n|Connection:.*\r\n/g, ''),
      code,
      files: Object.keys(files).sort(),
    });
    expect(shown(ours), ours.stderr).toEqual(shown(native));
  });
});
