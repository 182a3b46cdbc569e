import type MiniSearch from 'minisearch';

/** Something that is known by a name, and the line that makes it known. */
export interface FoundSymbol {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly container?: string;
  readonly text: string;
}

/** `parseHTTPDate` and `line_total` as the words in them, and as they stand. */
export function identifierWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}$_]+/u).flatMap((identifier) => {
    const words = identifier
      .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
      .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
      .split(/[\s_$]+/)
      .filter(Boolean);
    return words.length > 1 ? [...words, identifier] : words;
  });
}

/** What fits the words of a query, best first: names count most, then what they are part of, their line, and their path. */
export async function rankSymbols(symbols: readonly FoundSymbol[], query: string): Promise<FoundSymbol[]> {
  const { default: Index } = await import('minisearch');
  const index: MiniSearch<FoundSymbol & { id: number }> = new Index({
    fields: ['name', 'container', 'text', 'path', 'kind'],
    tokenize: identifierWords,
    processTerm: (term) => term.toLowerCase(),
  });
  index.addAll(symbols.map((symbol, id) => ({ ...symbol, id })));
  const hits = index.search(query, {
    boost: { name: 6, container: 2, kind: 0.5, path: 0.3 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  });
  return hits.flatMap(({ id }) => symbols[Number(id)] ?? []);
}
