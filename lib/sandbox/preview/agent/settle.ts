import type { Wire } from './wire';

/** Milliseconds a page gets to handle a click, a key or a response. */
const SETTLE_MS = 60;
/** Milliseconds after which a page that is still loading or waiting for responses is looked at as it is. */
const MOST_MS = 3_000;

/** Waits until a page has loaded, has no pending requests, and has made none for a moment. */
export async function settle(wire: Wire): Promise<void> {
  for (let waited = 0; waited < MOST_MS; waited += SETTLE_MS) {
    const before = wire.count;
    const still = wire.open === 0 && document.readyState === 'complete';
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    if (still && wire.open === 0 && wire.count === before) return;
  }
}
