import type { ModelError, ModelEvent } from './model';
import { issue } from './provider-errors';

/** How long a provider may take to begin its answer, milliseconds: a model on a person's own machine has to be loaded first. */
export const HEADERS_MS = 300_000;

/** How one reply of a provider is asked for and read. */
export interface ProviderReply<E> {
  open(): PromiseLike<AsyncIterable<E>>;
  events(event: E): Iterable<ModelEvent>;
  /** What is only said once the stream is over. */
  end?(): Iterable<ModelEvent>;
  /** Whether the reply came to its end. */
  readonly over: () => boolean;
  /** `streaming`: after the reply had begun. */
  toError(error: unknown, streaming: boolean): ModelError;
}

/** One streamed reply as model events. Throws `ModelError`, or the signal's reason when that aborts. */
export async function* providerTurn<E>(reply: ProviderReply<E>, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  let streaming = false;
  try {
    const stream = await reply.open();
    streaming = true;
    // Not `yield*`: of what is not asynchronous it costs three turns of the event loop's queue where this costs one.
    for await (const event of stream) for (const said of reply.events(event)) yield said;
  } catch (error) {
    signal.throwIfAborted();
    throw reply.toError(error, streaming);
  }
  signal.throwIfAborted();
  if (!reply.over()) throw issue('STREAM_BROKEN', 'The reply broke off before its end.');
  if (reply.end) yield* reply.end();
}
