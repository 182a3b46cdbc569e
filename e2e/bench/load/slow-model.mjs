// An OpenAI-compatible provider that says a word at a time, without end; the model's name is the gap in milliseconds: node slow-model.mjs <host> <port>
import { createServer } from 'node:http';

const [host, port] = process.argv.slice(2);
createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { model } = JSON.parse(text);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(() => {
    const choices = [{ index: 0, delta: { content: 'a word ' }, finish_reason: null }];
    response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`);
  }, Number(model));
  response.on('close', () => clearInterval(timer));
}).listen(Number(port), host);
