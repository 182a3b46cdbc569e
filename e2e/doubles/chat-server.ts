import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request as the double received it. */
export interface ChatRequest {
  path: string;
  authorization: string | undefined;
  body: string;
}

/**
 * An OpenAI-compatible server on a free port of this machine, with a model that calls natively, one that makes a thousand calls in
 * one turn, and one that cannot call.
 */
export interface ChatServer {
  baseURL: string;
  requests: readonly ChatRequest[];
  close(): Promise<void>;
}

export async function startChatServer(): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
      answer(request.url ?? '', body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The double has no port');
  return {
    baseURL: `http://127.0.0.1:${address.port}/v1`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function answer(path: string, body: string, response: ServerResponse): void {
  if (path === '/v1/models') {
    json(response, 200, { object: 'list', data: ['can-call', 'cannot-call'].map((id) => ({ id, object: 'model' })) });
  } else if (path !== '/v1/chat/completions') {
    json(response, 404, { error: { message: 'no such path' } });
  } else if (/"model":"(can-call|calls-a-lot)"/.test(body)) {
    const calls = body.includes('calls-a-lot') ? 1000 : 1;
    stream(response, body.includes('"role":"tool"') ? text('It is a small cart.') : nativeCalls(calls));
  } else if (body.includes('"tools":')) {
    json(response, 400, { error: { message: 'cannot-call does not support tools' } });
  } else {
    const told = body.includes('<tool_result');
    const call = '<tool_call><name>Read</name><arguments>{"file_path":"README.md"}</arguments></tool_call>';
    stream(response, text(told ? 'It is a small cart.' : `I look.\n${call}`));
  }
}

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const text = (content: string): object[] => [{ content }, {}];

const nativeCalls = (count: number): object[] => [
  { content: 'I look.' },
  ...Array.from({ length: count }, (_, index) => ({
    tool_calls: [
      {
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name: 'Read', arguments: '{"file_path":"README.md"}' },
      },
    ],
  })),
  {},
];

function stream(response: ServerResponse, deltas: readonly object[]): void {
  const chunks = deltas.map((delta, index) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: index === deltas.length - 1 ? 'stop' : null }],
  }));
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
  response
    .writeHead(200, { 'content-type': 'text/event-stream' })
    .end(lines.map((line) => `data: ${line}\n\n`).join(''));
}
