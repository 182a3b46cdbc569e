import type { RequestHead, ResponseHead } from '../protocol/http';
import type { HttpClient } from './http-client';

/** A response whose body is still to come. */
export interface Answered extends ResponseHead {
  readonly body: ReadableStream<Uint8Array>;
}

/** A failed exchange, with Node's code. */
export class HttpFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Sends a request whose body is complete. Rejects, or fails its body, with an `HttpFailure` or the signal's reason. */
export function askOnce(
  client: HttpClient,
  port: number,
  head: RequestHead,
  body: Uint8Array | undefined,
  signal?: AbortSignal,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const breakOff = () => send({ kind: 'fail', code: 'ECONNRESET', message: 'aborted' });
    const over = (error: unknown) => {
      signal?.removeEventListener('abort', abort);
      reject(error);
      controller?.error(error);
    };
    const abort = () => {
      breakOff();
      over(signal?.reason);
    };
    const send = client.connect(port, head, (frame) => {
      switch (frame.kind) {
        case 'response':
          return resolve({
            ...frame.head,
            body: new ReadableStream({ start: (own) => void (controller = own), cancel: breakOff }),
          });
        case 'data':
          return controller?.enqueue(frame.bytes);
        case 'end':
          signal?.removeEventListener('abort', abort);
          return controller?.close();
        case 'fail':
          return over(new HttpFailure(frame.code, frame.message));
        case 'request':
          return undefined;
      }
    });
    signal?.addEventListener('abort', abort, { once: true });
    if (body && body.byteLength > 0) send({ kind: 'data', bytes: body });
    send({ kind: 'end' });
  });
}

/** Reads a whole body. Rejects with the error of the exchange. */
export async function bodyBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.byteLength;
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
