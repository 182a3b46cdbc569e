// An OpenAI-compatible provider that sends words endlessly; the model's name is the gap in milliseconds: node slow-model.mjs <host> <port>
import { createServer } from 'node:http';
import { every } from './every.mjs';

const [host, port] = process.argv.slice(2);
createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  request.on('end', () => speak(response, Number(JSON.parse(text).model)));
}).listen(Number(port), host);

/** @param {import('node:http').ServerResponse} response @param {number} gap milliseconds */
function speak(response, gap) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const end = every(gap, () => {
    const choices = [{ index: 0, delta: { content: 'a word ' }, finish_reason: null }];
    response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`);
  });
  response.on('close', end);
}
