import { setImmediate as otherWork } from 'node:timers/promises';
import { createTextIndex, type PassageText } from '@/lib/discovery';

/** How long others wait at most while passages are read into an index, milliseconds. */
const SLICE_MS = 10;

/**
 * What finds the places of the passages that fit a query, the best first. `title`: of the document a passage is from, where there are
 * several. Reading them in takes long where there are many: others get their turn in between.
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
