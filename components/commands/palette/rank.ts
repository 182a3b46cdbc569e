import { defaultFilter } from 'cmdk';

const NO_LETTER = /[^\p{L}\p{N}]+/u;

/** Finds words in languages that put nothing between them, too. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsIn = (name: string): readonly string[] => [...segmenter.segment(name)].map(({ segment }) => segment);

/** How well a search matches an item's name and the words around it: 0 for no match, 1 for the exact name. */
export function rank(search: string, keywords: readonly string[]): number {
  const wanted = search.trim().toLowerCase();
  const [name = '', ...others] = keywords.map((word) => word.toLowerCase());
  const short = name.split('/').at(-1) ?? name;
  if (wanted === '') return 1;
  if (name === wanted) return 1;
  if (short === wanted || short.replace(/\.[^.]+$/, '') === wanted) return 0.98;
  const words = wordsIn(name);
  if (words[0] === wanted) return 0.96;
  if (name.startsWith(wanted)) return 0.95;
  if (short.startsWith(wanted)) return 0.93;
  if (words.includes(wanted)) return 0.92;
  if (name.split(NO_LETTER).some((word) => word.startsWith(wanted))) return 0.9;
  if (name.includes(wanted)) return 0.85;
  // Of what is said about it whole words count, and of its name letters that only appear in order.
  const about = others.flatMap((text) => text.split(NO_LETTER));
  const parts = wanted.split(NO_LETTER).filter(Boolean);
  // Marks and emoji alone are in no name, nor about anything.
  if (parts.length === 0) return 0;
  if (parts.every((word) => about.some((one) => one.startsWith(word)))) return 0.8;
  return defaultFilter(name, search) * 0.8;
}
