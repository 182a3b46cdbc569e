import { WebSearchRequestSchema, type WebSearchAnswer, type WebSearchRequest } from '@/lib/protocol';
import { service } from '../service';
import { searchEngine } from './search-engine';
import { passagesOf } from '@/lib/discovery';
import { bundledDocuments } from '../documents';
import { ranking } from '../documents/rank';
import { inDomains } from './domains';
import { MAX_RESULTS } from './limits';

/** `POST /api/services/web-search`: searches with the operator's search engine or, if none is set, the bundled documents. */
export const webSearchService = service(WebSearchRequestSchema, (body, { server, request }) => {
  const { TOOLYARD_SEARCH_URL: engine } = server.environment;
  return engine === undefined
    ? searchBundled(body)
    : searchEngine(engine, body, server.outbound.configured, request.signal);
});

/** Built once, since that takes longer than many searches. */
let index: ReturnType<typeof bundledIndex> | undefined;

async function bundledIndex() {
  const passages = (await bundledDocuments()).flatMap((document) =>
    passagesOf(document.text).map((passage) => ({ ...passage, title: document.title, document })),
  );
  return { passages, rank: await ranking(passages) };
}

/** Searches the bundled documents and returns the best passage of each. They are not on any web domain. */
async function searchBundled({ query, ...domains }: WebSearchRequest): Promise<WebSearchAnswer> {
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
