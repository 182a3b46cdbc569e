import { passagesOf } from '@/lib/discovery';
import type { WebSearchAnswer, WebSearchRequest } from '@/lib/protocol';
import { bundledDocuments } from '../documents';
import { ranking } from '../documents/rank';
import { inDomains } from './domains';
import { MAX_RESULTS } from './limits';

/** Built once, since that takes longer than many searches. */
let index: ReturnType<typeof bundledIndex> | undefined;

async function bundledIndex() {
  const passages = (await bundledDocuments()).flatMap((document) =>
    passagesOf(document.text).map((passage) => ({ ...passage, title: document.title, document })),
  );
  return { passages, rank: await ranking(passages) };
}

/** Searches the bundled documents and returns the best passage of each. They are not on any web domain. */
export async function searchBundled({ query, ...domains }: WebSearchRequest): Promise<WebSearchAnswer> {
  const { passages, rank } = await (index ??= bundledIndex());
  const found = new Map<string, WebSearchAnswer['results'][number]>();
  for (const place of rank(query)) {
    const passage = passages[place];
    if (!passage || found.has(passage.document.url) || !inDomains(passage.document.url, domains)) continue;
    const { url, title } = passage.document;
    found.set(url, { title, url, excerpt: passage.text });
  }
  return { source: 'bundled', results: [...found.values()].slice(0, MAX_RESULTS) };
}
