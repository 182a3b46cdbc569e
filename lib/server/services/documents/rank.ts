import { createTextIndex, type PassageText } from '@/lib/discovery';

/** Places of the passages that fit a query, the best first. `title`: of the document it is from, where there are several. */
export function rank(passages: readonly (PassageText & { readonly title?: string })[], query: string): number[] {
  const index = createTextIndex({ text: 1, section: 2, title: 2 });
  for (const [place, { text, section = '', title = '' }] of passages.entries()) {
    index.add(String(place), { text, section, title });
  }
  return index.search(query).map(({ id }) => Number(id));
}
