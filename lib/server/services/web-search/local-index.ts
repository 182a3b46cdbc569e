import { passagesOf } from '@/lib/discovery';
import type { WebSearchAnswer, WebSearchRequest } from '@/lib/protocol';
import { bundledDocuments } from '../documents';
import { rank } from '../documents/rank';
import { inDomains } from './domains';
import { MAX_RESULTS } from './limits';

/** Searches the documents that come with the program: the best passage of each. They are on no domain of the web. */
export async function searchBundled({ query, ...domains }: WebSearchRequest): Promise<WebSearchAnswer> {
  const documents = await bundledDocuments();
  const passages = documents.flatMap((document) =>
    passagesOf(document.text).map((passage) => ({ ...passage, title: document.title, document })),
  );
  const found = new Map<string, WebSearchAnswer['results'][number]>();
  for (const place of rank(passages, query)) {
    const passage = passages[place];
    if (!passage || found.has(passage.document.url) || !inDomains(passage.document.url, domains)) continue;
    const { url, title } = passage.document;
    found.set(url, { title, url, excerpt: passage.text });
  }
  return { source: 'bundled', results: [...found.values()].slice(0, MAX_RESULTS) };
}
