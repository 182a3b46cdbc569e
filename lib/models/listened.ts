import { readThrough } from './read-through';

/** Observes one request and its response. */
export interface Listener {
  answered(response: Response): void;
  text(piece: string): void;
  /** The response is complete, or was broken off. */
  ended(): void;
}

/** The same `fetch`, with a listener for each request. */
export const listened =
  (begin: (url: string, init: RequestInit | undefined) => Listener, inner: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    const listener = begin(input instanceof Request ? input.url : String(input), init);
    const ended = (): void => {
      init?.signal?.removeEventListener('abort', ended);
      listener.ended();
    };
    init?.signal?.addEventListener('abort', ended);
    let response: Response;
    try {
      response = await inner(input, init);
    } catch (error) {
      ended();
      throw error;
    }
    listener.answered(response);
    if (!response.body) {
      ended();
      return response;
    }
    const decoder = new TextDecoder();
    readThrough(response.body, () => ({
      came: (piece) => piece && listener.text(decoder.decode(piece, { stream: true })),
      over: () => {
        listener.text(decoder.decode());
        ended();
      },
    }));
    return response;
  };
