// Baselines for open streams: node bare-sse.mjs <host> <port>. `?gap=` has a timer write a line to each stream; `?model=` relays
// the words of a model, each stored in SQLite first, as a server has to.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { every } from './every.mjs';

const [host, port] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'toolyard-bare-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit());
const db = new Database(join(folder, 'log.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');
db.exec('create table events (thread text, seq integer, event text, primary key (thread, seq)) without rowid');
const insert = db.prepare('insert into events values (?, ?, ?)');

createServer((request, response) => {
  const asked = new URL(request.url ?? '/', 'http://bare').searchParams;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.write(': open\n\n');
  const messageId = randomUUID();
  let seq = 0;
  /** @param {string} delta @param {boolean} stored */
  const send = (delta, stored) => {
    seq += 1;
    const text = JSON.stringify({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta, timestamp: Date.now() });
    if (stored) insert.run(messageId, seq, text);
    response.write(`id: ${seq}\ndata: ${text}\n\n`);
  };
  const model = asked.get('model');
  if (model === null)
    response.on(
      'close',
      every(Number(asked.get('gap')), () => send('a word ', false)),
    );
  else void relay(model, asked.get('gap') ?? '', response, (delta) => send(delta, true));
}).listen(Number(port), host);

/** @param {string} url @param {string} gap @param {import('node:http').ServerResponse} response @param {(delta: string) => void} send */
async function relay(url, gap, response, send) {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  try {
    const { body } = await fetch(url, { method: 'POST', body: JSON.stringify({ model: gap }), signal: gone.signal });
    const decoder = new TextDecoder();
    for await (const piece of body ?? []) {
      for (const [, data] of decoder.decode(piece, { stream: true }).matchAll(/^data: (.*)$/gm)) {
        send(JSON.parse(data).choices[0].delta.content);
      }
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}
