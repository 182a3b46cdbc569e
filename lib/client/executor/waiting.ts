/** Requests that wait for a person, each bound to a call. */
export interface Waiting<R, A> {
  /** Oldest first; the same array until it changes. */
  readonly list: readonly R[];
  /** Rejects only when `signal` aborts. */
  ask(request: R, signal: AbortSignal): Promise<A>;
  /** Answers the call's request. An answer to a call that is not waiting has no effect. */
  resolve(callId: string, answer: A): void;
}

/**
 * Lets calls wait for the person at the page: for an approval or for answers. An answer belongs only to the request it was given
 * to. A reload forgets requests: the calls are made again and ask again.
 */
export function createWaiting<R extends { readonly callId: string }, A>(onChange: () => void): Waiting<R, A> {
  const waiting = new Map<string, { request: R; settle: (answer: A) => void }>();
  let list: readonly R[] = [];
  const announce = () => {
    list = [...waiting.values()].map(({ request }) => request);
    onChange();
  };
  return {
    get list() {
      return list;
    },
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          signal.removeEventListener('abort', abort);
          if (waiting.get(request.callId)?.request === request) waiting.delete(request.callId);
          announce();
        };
        const abort = () => {
          leave();
          reject(signal.reason);
        };
        const settle = (answer: A) => {
          leave();
          resolve(answer);
        };
        signal.addEventListener('abort', abort);
        waiting.set(request.callId, { request, settle });
        announce();
      }),
    resolve(callId, answer) {
      waiting.get(callId)?.settle(answer);
    },
  };
}
