import type { Wire } from './wire';

/** Milliseconds a page gets to do what a click, a key or an answer sets off. */
const SETTLE_MS = 60;
/** Milliseconds after which a page that still loads or waits for answers is looked at as it is. */
const MOST_MS = 3_000;

/** Waits until a page has loaded, waits for no answer, and has had a moment without a new request. */
export async function settle(wire: Wire): Promise<void> {
  for (let waited = 0; waited < MOST_MS; waited += SETTLE_MS) {
    const before = wire.count;
    const still = wire.open === 0 && document.readyState === 'complete';
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    if (still && wire.open === 0 && wire.count === before) return;
  }
}
