import { defaultFilter } from 'cmdk';

/** How well a search matches an item's name and the words around it: 0 for no match, 1 for the exact name. */
export function rank(search: string, keywords: readonly string[]): number {
  const wanted = search.trim().toLowerCase();
  const [name = '', ...others] = keywords.map((word) => word.toLowerCase());
  const short = name.split('/').at(-1) ?? name;
  if (wanted === '') return 1;
  if (name === wanted) return 1;
  if (short === wanted || short.replace(/\.[^.]+$/, '') === wanted) return 0.98;
  if (name.startsWith(wanted)) return 0.95;
  if (short.startsWith(wanted)) return 0.93;
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 0.9;
  if (name.includes(wanted)) return 0.85;
  // Letters that only appear in order rank below everything that contains the words.
  return defaultFilter(name, search, [...others]) * 0.8;
}
