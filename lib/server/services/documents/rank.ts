import { setImmediate as otherWork } from 'node:timers/promises';
import { createTextIndex, type PassageText } from '@/lib/discovery';

/** Longest time that indexing blocks other work, in milliseconds. */
const SLICE_MS = 10;

/**
 * Returns a search over the passages: given a query, the indices of those that match, best first. `title`: that of the
 * passage's document, if there are several. Indexing many passages takes long, so it lets other work run in between.
 */
export async function ranking(
  passages: readonly (PassageText & { readonly title?: string })[],
): Promise<(query: string) => number[]> {
  const index = createTextIndex({ text: 1, section: 2, title: 2 });
  let since = performance.now();
  for (const [place, { text, section = '', title = '' }] of passages.entries()) {
    index.add(String(place), { text, section, title });
    if (performance.now() - since < SLICE_MS) continue;
    await otherWork();
    since = performance.now();
  }
  return (query) => index.search(query).map(({ id }) => Number(id));
}
