// The baseline for open streams: as many timers, each writing a line to its own stream. node bare-sse.mjs <host> <port>
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { every } from './every.mjs';

const [host, port] = process.argv.slice(2);
createServer((request, response) => {
  const gap = Number(new URL(request.url ?? '/', 'http://bare').searchParams.get('gap'));
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.write(': open\n\n');
  const messageId = randomUUID();
  let seq = 0;
  const end = every(gap, () => {
    seq += 1;
    const event = { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: 'a word ', timestamp: Date.now() };
    response.write(`id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`);
  });
  response.on('close', end);
}).listen(Number(port), host);
