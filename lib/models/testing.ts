import type { Message } from '@ag-ui/core';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Model, ModelEvent, ModelReply, ModelRequest } from './model';

/** A request for a turn, for tests. */
export const requestOf = (messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'You are helpful.',
  messages,
  tools: [],
  maxTokens: 1000,
  signal: new AbortController().signal,
  ...more,
});

/** A reply event by event. */
export async function* eventsIn(reply: ModelReply): AsyncGenerator<ModelEvent> {
  for await (const piece of reply) yield* piece;
}

/** A reply that says each event in a piece of its own. */
export async function* inPieces(
  events: Iterable<ModelEvent> | AsyncIterable<ModelEvent>,
): AsyncGenerator<[ModelEvent]> {
  for await (const event of events) yield [event];
}

export async function collect(model: Model, request: ModelRequest): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of eventsIn(model.turn(request))) events.push(event);
  return events;
}

export const spokenText = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.delta : '')).join('');

/** The calls of a turn, with their arguments joined. */
export function callsOf(events: readonly ModelEvent[]): { id: string; name: string; args: string }[] {
  return events.flatMap((event) =>
    event.type === 'call-start'
      ? [
          {
            id: event.id,
            name: event.name,
            args: events
              .map((other) => (other.type === 'call-args' && other.id === event.id ? other.delta : ''))
              .join(''),
          },
        ]
      : [],
  );
}

/** Runs a provider on a free local port while `run` executes. */
export async function withProvider<T>(
  handle: (body: string, response: ServerResponse, request: IncomingMessage) => void,
  run: (baseURL: string) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => handle(body, response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await run(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
