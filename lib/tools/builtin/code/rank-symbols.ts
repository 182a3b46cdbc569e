import type MiniSearch from 'minisearch';

/** A named symbol and the line that defines it. */
export interface FoundSymbol {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly container?: string;
  readonly text: string;
}

/** Splits identifiers such as `parseHTTPDate` and `line_total` into their words, and keeps them whole too. */
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

/** Symbols that match a query, best first: the name counts most, then its container, its line, and its path. */
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
