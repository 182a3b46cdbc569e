import MiniSearch, { type SearchResult } from 'minisearch';

/** Scripts written without spaces between words. */
const WITHOUT_SPACES = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits a text into words: at spaces and punctuation, or with a dictionary for scripts without spaces. */
export function termsOf(text: string): string[] {
  if (!WITHOUT_SPACES.test(text)) return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Stop words. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by do does for from how in is it of on or that the this to was were what when where which who with'.split(
    ' ',
  ),
);

/** A full-text index in memory, with prefix and fuzzy matching. */
export interface TextIndex {
  add(id: string, fields: Readonly<Record<string, string>>): void;
  remove(id: string): void;
  /** Ids and scores, best first. */
  search(query: string): readonly { readonly id: string; readonly score: number }[];
}

/** `boosts` gives the indexed fields and the weight of each. */
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
