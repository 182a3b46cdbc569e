/** The part of a `Worker` that is needed here. */
type Loading = Pick<Worker, 'addEventListener' | 'terminate'>;

/** How long to wait before a worker that could not be loaded is started again, milliseconds. */
const AGAIN_MS = 2_000;

/**
 * Returns a worker once it has sent its first message. If it cannot be loaded because the server is away, it is started again:
 * Monaco itself would throw the error event and have no worker until the page is reloaded.
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
