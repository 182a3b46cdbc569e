/** What is needed of a `Worker`. */
type Loading = Pick<Worker, 'addEventListener' | 'terminate'>;

/** How long until a worker that could not be loaded is started again, milliseconds. */
const AGAIN_MS = 2_000;

/**
 * A worker, once it has said its first word. One that cannot be loaded, for the server is away, is started again: Monaco itself would throw
 * the event that says so, and have no worker until the page is loaded anew.
 */
export async function loadWorker<W extends Loading>(start: () => W): Promise<W> {
  for (;;) {
    const worker = start();
    if (await isLoaded(worker)) return worker;
    worker.terminate();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function isLoaded(worker: Loading): Promise<boolean> {
  const settled = new AbortController();
  return new Promise<boolean>((resolve) => {
    worker.addEventListener('message', () => resolve(true), settled);
    worker.addEventListener('error', () => resolve(false), settled);
  }).finally(() => settled.abort());
}
