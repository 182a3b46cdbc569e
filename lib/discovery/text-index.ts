import MiniSearch, { type SearchResult } from 'minisearch';

/** Scripts that put no space between words. */
const WITHOUT_SPACES = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A text as words: at spaces and punctuation, and with a dictionary where a script has no spaces. */
export function termsOf(text: string): string[] {
  if (!WITHOUT_SPACES.test(text)) return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Words that say nothing about a text. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by do does for from how in is it of on or that the this to was were what when where which who with'.split(
    ' ',
  ),
);

/** A full-text index, kept in memory: of words, their beginnings, and words that are spelt almost the same. */
export interface TextIndex {
  add(id: string, fields: Readonly<Record<string, string>>): void;
  remove(id: string): void;
  /** Ids and scores, the best first. */
  search(query: string): readonly { readonly id: string; readonly score: number }[];
}

/** `boosts` names the fields and says how much each of them counts. */
export function createTextIndex(boosts: Readonly<Record<string, number>>): TextIndex {
  const index = new MiniSearch<{ id: string }>({
    fields: Object.keys(boosts),
    tokenize: termsOf,
    processTerm(term) {
      const plain = term.toLowerCase();
      return EMPTY_WORDS.has(plain) ? null : plain;
    },
  });
  return {
    add: (id, fields) => index.add({ ...fields, id }),
    remove: (id) => index.discard(id),
    search: (query) =>
      index
        .search(query, {
          boost: boosts,
          prefix: (term) => term.length > 2,
          fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        })
        .map(({ id, score }: SearchResult) => ({ id: String(id), score })),
  };
}
